/** Measures what a realize costs beside its kernels: small tensors, many nodes. */
package io.pelton.examples.benchmarks.realize;
