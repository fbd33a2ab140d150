/** The CPU backend beside ONNX Runtime, case by case, on one thread. */
package io.pelton.examples.benchmarks.cpu;
