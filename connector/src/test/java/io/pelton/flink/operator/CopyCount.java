package io.pelton.flink.operator;

import java.io.IOException;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.types.CopyableValue;

/** Knows how often it was copied. */
public final class CopyCount implements CopyableValue<CopyCount> {
  private static final long serialVersionUID = 1L;

  private int copies;

  /** Copies between the first one and this. */
  int copies() {
    return copies;
  }

  @Override
  public CopyCount copy() {
    CopyCount copy = new CopyCount();
    copyTo(copy);
    return copy;
  }

  @Override
  public void copyTo(CopyCount target) {
    target.copies = copies + 1;
  }

  @Override
  public int getBinaryLength() {
    return Integer.BYTES;
  }

  @Override
  public void copy(DataInputView source, DataOutputView target) throws IOException {
    target.writeInt(source.readInt());
  }

  @Override
  public void write(DataOutputView out) throws IOException {
    out.writeInt(copies);
  }

  @Override
  public void read(DataInputView in) throws IOException {
    copies = in.readInt();
  }
}
