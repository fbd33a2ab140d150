package io.pelton.arrow.io;

import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.BaseLargeVariableWidthVector;
import org.apache.arrow.vector.BaseVariableWidthVector;
import org.apache.arrow.vector.BaseVariableWidthViewVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.complex.LargeListVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.compression.CompressionCodec;
import org.apache.arrow.vector.compression.CompressionUtil;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;
import org.apache.arrow.vector.util.TransferPair;

/**
 * Gathers the nodes and buffers of vectors for a message, without a copy. Unlike Arrow's own
 * unloader, it writes the one offset that the format wants of a column without values, and leaves
 * out the text and elements before the first offset and after the last.
 */
final class VectorUnload implements AutoCloseable {
  private final Compression compression;
  private final CompressionCodec codec;
  private final BufferAllocator allocator;
  private final List<ArrowFieldNode> nodes = new ArrayList<>();
  private final List<ArrowBuf> buffers = new ArrayList<>();
  private final List<Long> variadicCounts = new ArrayList<>();
  private final List<FieldVector> parts = new ArrayList<>();

  /**
   * @param allocator of the buffers that the vectors do not have: compressed ones, offsets from 0
   */
  VectorUnload(Compression compression, BufferAllocator allocator) {
    this.compression = compression;
    this.codec = compression.codec();
    this.allocator = allocator;
  }

  void add(FieldVector vector) {
    nodes.add(new ArrowFieldNode(vector.getValueCount(), vector.getNullCount()));
    List<ArrowBuf> own = vector.getFieldBuffers();
    if (vector instanceof BaseVariableWidthVector) {
      addText(own, new OffsetBuffer(own.get(1), vector.getValueCount(), Integer.BYTES));
    } else if (vector instanceof BaseLargeVariableWidthVector) {
      addText(own, new OffsetBuffer(own.get(1), vector.getValueCount(), Long.BYTES));
    } else if (vector instanceof ListVector lists) {
      OffsetBuffer offsets = new OffsetBuffer(own.get(1), lists.getValueCount(), Integer.BYTES);
      addLists(own, offsets, lists.getDataVector());
    } else if (vector instanceof LargeListVector lists) {
      OffsetBuffer offsets = new OffsetBuffer(own.get(1), lists.getValueCount(), Long.BYTES);
      addLists(own, offsets, lists.getDataVector());
    } else if (vector instanceof BaseVariableWidthViewVector views) {
      addViews(own, views);
    } else {
      addOther(own, vector);
    }
  }

  private void addText(List<ArrowBuf> own, OffsetBuffer offsets) {
    add(shared(own.get(0)));
    add(offsets.fromZero(allocator));
    add(shared(own.get(2).slice(offsets.first(), offsets.last() - offsets.first())));
  }

  private void addLists(List<ArrowBuf> own, OffsetBuffer offsets, FieldVector elements) {
    add(shared(own.get(0)));
    add(offsets.fromZero(allocator));
    int first = (int) offsets.first();
    int count = (int) (offsets.last() - first);
    if (count == elements.getValueCount()) {
      add(elements);
      return;
    }
    TransferPair pair = elements.getTransferPair(elements.getAllocator());
    FieldVector part = (FieldVector) pair.getTo();
    parts.add(part);
    pair.splitAndTransfer(first, count);
    add(part);
  }

  private void addViews(List<ArrowBuf> own, BaseVariableWidthViewVector vector) {
    List<ArrowBuf> texts = own.subList(2, own.size());
    variadicCounts.add((long) texts.size());
    add(shared(own.get(0)));
    ViewTexts used = new ViewTexts(vector, own.get(1), texts);
    boolean trim = used.areWasteful();
    add(trim ? used.views(allocator) : shared(own.get(1)));
    for (ArrowBuf text : trim ? used.parts() : texts) {
      add(shared(text));
    }
  }

  private void addOther(List<ArrowBuf> own, FieldVector vector) {
    for (ArrowBuf buffer : own) {
      add(shared(buffer));
    }
    for (FieldVector child : vector.getChildrenFromFields()) {
      add(child);
    }
  }

  /** Takes a buffer over. */
  private void add(ArrowBuf buffer) {
    buffers.add(buffer);
    if (compression != Compression.NONE) {
      // the codec closes what it is given
      buffers.set(buffers.size() - 1, codec.compress(allocator, buffer));
    }
  }

  private static ArrowBuf shared(ArrowBuf buffer) {
    buffer.getReferenceManager().retain();
    return buffer;
  }

  List<ArrowFieldNode> nodes() {
    return nodes;
  }

  /** The buffers, which stay here. */
  List<ArrowBuf> buffers() {
    return buffers;
  }

  List<Long> variadicCounts() {
    return variadicCounts;
  }

  ArrowRecordBatch message(int rows) {
    return new ArrowRecordBatch(
        rows, nodes, buffers, CompressionUtil.createBodyCompression(codec), variadicCounts, true);
  }

  @Override
  public void close() {
    buffers.forEach(ArrowBuf::close);
    parts.forEach(FieldVector::close);
  }
}
