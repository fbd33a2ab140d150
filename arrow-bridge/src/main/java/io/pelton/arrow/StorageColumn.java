package io.pelton.arrow;

import io.pelton.arrow.type.StorageAllocation;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.HeapStorage;
import io.pelton.engine.tensor.NativeStorage;
import io.pelton.engine.tensor.Storage;
import io.pelton.engine.tensor.StringStorage;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.ViewVarBinaryVector;
import org.apache.arrow.vector.ViewVarCharVector;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;
import org.apache.arrow.vector.types.pojo.ArrowType;

/** Puts a vector together from the storages of a {@link ColumnStorage}. */
final class StorageColumn {
  private StorageColumn() {}

  static void load(FieldVector vector, ColumnStorage column) {
    ArrowType type = column.field().getType();
    if (type instanceof ArrowType.Utf8View || type instanceof ArrowType.BinaryView) {
      fill(vector, column, (StringStorage) column.values().orElseThrow());
      return;
    }
    List<ArrowBuf> buffers = new ArrayList<>();
    try {
      if (!(type instanceof ArrowType.Null)) {
        // an empty one where no row is null, for which Arrow then makes one
        buffers.add(buffer(vector.getAllocator(), column.validity().orElse(null)));
      }
      column.offsets().ifPresent(storage -> buffers.add(buffer(vector.getAllocator(), storage)));
      Storage values = column.values().orElse(null);
      if (values != null && values.dtype() == DType.STRING) {
        buffers.add(buffer(vector.getAllocator(), column.content()));
      } else if (values != null) {
        buffers.add(buffer(vector.getAllocator(), values));
      }
      vector.loadFieldBuffers(new ArrowFieldNode(column.rows(), column.nulls()), buffers);
    } finally {
      buffers.forEach(ArrowBuf::close);
    }
    List<FieldVector> children = vector.getChildrenFromFields();
    for (int i = 0; i < children.size(); i++) {
      load(children.get(i), column.children().get(i));
    }
  }

  private static ArrowBuf buffer(BufferAllocator allocator, Storage storage) {
    if (storage == null || storage.byteLength() == 0) {
      return allocator.getEmpty();
    }
    if (storage instanceof NativeStorage memory) {
      return StorageAllocation.wrap(allocator, memory, 0, memory.byteLength());
    }
    // offsets of no rows
    HeapStorage offsets = (HeapStorage) storage;
    ArrowBuf copy = allocator.buffer(offsets.byteLength());
    copy.setZero(0, copy.capacity());
    copy.writerIndex(offsets.byteLength());
    return copy;
  }

  private static void fill(FieldVector vector, ColumnStorage column, StringStorage text) {
    vector.setInitialCapacity(column.rows());
    vector.allocateNew();
    NativeStorage validity = (NativeStorage) column.validity().orElse(null);
    for (int row = 0; row < column.rows(); row++) {
      if (validity != null && ((validity.bytes().get(row >> 3) >> (row & 7)) & 1) == 0) {
        vector.setNull(row);
      } else if (vector instanceof ViewVarBinaryVector bytes) {
        bytes.setSafe(row, text.utf8(row));
      } else {
        ((ViewVarCharVector) vector).setSafe(row, text.utf8(row));
      }
    }
    vector.setValueCount(column.rows());
  }
}
