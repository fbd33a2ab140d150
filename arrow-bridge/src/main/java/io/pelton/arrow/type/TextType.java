package io.pelton.arrow.type;

import io.pelton.engine.tensor.DType;
import org.apache.arrow.vector.FieldVector;

/** UTF-8 text, and bytes, which go where text goes as they are. */
public abstract sealed class TextType implements ColumnType
    permits Utf8Type, LargeUtf8Type, Utf8ViewType, FixedBytesType, NoText {
  @Override
  public DType dtype() {
    return DType.STRING;
  }

  /** Reads the first rows of a vector, for as long as its memory is held. */
  public abstract TextReader read(FieldVector vector, int rows);
}
