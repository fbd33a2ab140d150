package io.pelton.arrow;

import io.pelton.engine.error.PeltonException;

/** The bridge's own failures: bindings, columns, memory and files. */
public abstract sealed class ArrowBridgeException extends PeltonException
    permits AllocationLimitExceeded,
        AllocatorLeak,
        ArrowFileFailure,
        BatchReleased,
        BindingMismatch,
        DatasetUnavailable,
        InvalidArrowFile,
        InvalidAvro,
        InvalidDictionaryIndex,
        InvalidFilter,
        MissingCodec,
        NullNotAllowed,
        OutputMismatch,
        UnevenLists,
        UnknownColumn,
        UnsupportedArrowFile,
        UnsupportedAvroSchema,
        UnsupportedType,
        ValueMismatch,
        ValueOutOfRange {
  private static final long serialVersionUID = 1L;

  ArrowBridgeException(String message) {
    super(message);
  }

  ArrowBridgeException(String message, Throwable cause) {
    super(message, cause);
  }
}
