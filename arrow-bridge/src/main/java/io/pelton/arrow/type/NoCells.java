package io.pelton.arrow.type;

import java.nio.ByteBuffer;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;

/** Cells of Arrow's null type. */
final class NoCells extends Cells {
  NoCells(ByteBuffer validity, ByteBuffer values) {
    super(validity, values);
  }

  @Override
  public void nothing(int row) {
    invalid(row);
  }

  @Override
  public void load(
      FieldVector vector, int rows, int nulls, ArrowBuf validityBuffer, ArrowBuf valueBuffer) {
    vector.loadFieldBuffers(new ArrowFieldNode(rows, rows), List.of());
  }
}
