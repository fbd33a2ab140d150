/** Suites that every backend runs against its own kernels: subclass them and name the backend. */
package io.pelton.engine.contract;
