/**
 * What users of other engines ran into with the operators of ai.onnx: each case, named by its
 * number, and its whole kind, with operands that are the model's own and that are given when it
 * runs. Expected values follow from the standard or from a small exact twin, not from a peer.
 */
package io.pelton.onnx.field;
