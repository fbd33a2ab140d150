/**
 * What the operators of ONNX mean in the engine's terms: one table per family, with a row for every
 * version at which an operator's meaning or form changed. Attributes that the engine takes as
 * operands become constants.
 *
 * <p>Imports {@code onnx.proto}, the generated protobuf classes, the exceptions and the engine's
 * {@code graph}, {@code tensor} and {@code error}.
 */
package io.pelton.onnx.op;
