/** The main job against ONNX Runtime called per record in a map function. */
package io.pelton.examples.benchmarks.adult;
