package io.pelton.flink.error;

import io.pelton.engine.error.PeltonException;
import org.apache.flink.annotation.PublicEvolving;

/** The connector's own failures: settings, models, records and files. */
@PublicEvolving
public abstract sealed class ConnectorException extends PeltonException
    permits BadRecord,
        ColumnMismatch,
        DeclarationMismatch,
        FileChanged,
        FunctionFailed,
        InvalidSetting,
        InvalidTokenizer,
        ModelChanged,
        ModelUnreadable,
        NotEnoughMemory,
        OutputKindMismatch,
        PositionLost,
        RowsMixed,
        SchemaMismatch,
        TableMismatch,
        TokenizerChanged,
        TokenizerUnreadable,
        UnreadableValue,
        UnsupportedField,
        UnsupportedModel,
        UnsupportedOutput,
        UnsupportedTokenizer,
        UnwritableValue,
        VectorMismatch {
  private static final long serialVersionUID = 1L;

  ConnectorException(String message) {
    super(message);
  }

  ConnectorException(String message, Throwable cause) {
    super(message, cause);
  }
}
