package io.pelton.onnx;

import io.pelton.engine.error.PeltonException;

/** What can be wrong with an ONNX file: one class a fact. */
public abstract sealed class OnnxException extends PeltonException
    permits UnreadableModel,
        MalformedModel,
        MalformedValue,
        ExternalDataError,
        InvalidOverride,
        UnsupportedFeature,
        UnsupportedNodes,
        InvalidNode {
  private static final long serialVersionUID = 1L;

  OnnxException(String message) {
    super(message);
  }

  OnnxException(String message, Throwable cause) {
    super(message, cause);
  }
}
