/** The engine's suites, on a device. */
package io.pelton.cuda.contract;
