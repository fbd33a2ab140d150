package io.pelton.onnx;

import java.io.Serializable;

/**
 * A node that can't be imported.
 *
 * @param node the node's name, or {@code Op_output} where it has none
 * @param op the operator's type
 * @param domain the operator's domain; {@code ai.onnx} for the default one
 * @param opset the version of the domain that the model imports, 0 when it imports none
 * @param reason why it is not supported
 */
public record UnsupportedNode(String node, String op, String domain, long opset, String reason)
    implements Serializable {}
