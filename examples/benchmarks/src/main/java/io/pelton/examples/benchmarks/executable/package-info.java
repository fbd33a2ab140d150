/** Measures what one run of an executable costs, beside ONNX Runtime. */
package io.pelton.examples.benchmarks.executable;
