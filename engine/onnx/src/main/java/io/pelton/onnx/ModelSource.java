package io.pelton.onnx;

import io.pelton.onnx.proto.TensorDecoder;

/**
 * What holds for all graphs of a model that is imported.
 *
 * @param name of the model, for messages
 * @param refusals what can't be imported, to which the graphs add what they find
 */
record ModelSource(String name, OpsetImports opsets, TensorDecoder tensors, Refusals refusals) {}
