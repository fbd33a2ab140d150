/** Steps on results while they are in the cache. */
package io.pelton.cpu.vector.step;
