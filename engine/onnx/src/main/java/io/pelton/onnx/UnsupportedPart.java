package io.pelton.onnx;

import java.io.Serializable;

/**
 * A part of a model, other than a node, that can't be imported.
 *
 * @param what the part with its name, such as {@code input 'x'}
 * @param reason why it is not supported
 */
public record UnsupportedPart(String what, String reason) implements Serializable {}
