/**
 * Reads ONNX files into the engine's graphs: {@link io.pelton.onnx.OnnxModel} is the entry.
 *
 * <p>Imports {@code onnx.proto}, {@code onnx.op} and the engine's {@code graph}, {@code tensor} and
 * {@code error}; those two sub-packages import nothing from here but the exceptions.
 */
package io.pelton.onnx;
