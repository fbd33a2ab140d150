/**
 * Reads what ONNX files store: messages, types, tensors and data in second files. Nothing in a file
 * is trusted; whatever is wrong with one becomes an {@link io.pelton.onnx.OnnxException}.
 *
 * <p>Imports the generated protobuf classes, the exceptions and the engine's {@code tensor} and
 * {@code graph.ValueType}.
 */
package io.pelton.onnx.proto;
