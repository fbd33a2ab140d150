package io.pelton.arrow.io;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.arrow.flatbuf.Buffer;
import org.apache.arrow.flatbuf.RecordBatch;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;

/**
 * Reads chosen buffers of a message's body, and what lies between them only where the gap is
 * shorter than a seek is worth.
 */
final class BodyBuffers {
  private static final long GAP = 4096;

  private final Origin origin;
  private final IpcMessage message;
  private final MessageBody body;
  private final BufferAllocator allocator;

  BodyBuffers(Origin origin, IpcMessage message, MessageBody body, BufferAllocator allocator) {
    this.origin = origin;
    this.message = message;
    this.body = body;
    this.allocator = allocator;
  }

  private record Wanted(int place, long offset, long length) {
    long end() {
      return offset + length;
    }
  }

  /** The buffers at these indices, in that order; the caller releases them. */
  List<ArrowBuf> read(List<Integer> indices) {
    ArrowBuf[] buffers = new ArrowBuf[indices.size()];
    List<Wanted> wanted = new ArrayList<>();
    for (int place = 0; place < buffers.length; place++) {
      buffers[place] = allocator.getEmpty();
      Wanted buffer = wanted(place, message.batch(), indices.get(place));
      if (buffer.length > 0) {
        wanted.add(buffer);
      }
    }
    wanted.sort(Comparator.comparingLong(Wanted::offset));
    try {
      int from = 0;
      while (from < wanted.size()) {
        long end = wanted.get(from).end();
        int to = from + 1;
        while (to < wanted.size() && wanted.get(to).offset - end <= GAP) {
          end = Math.max(end, wanted.get(to).end());
          to++;
        }
        readRun(wanted.subList(from, to), end, buffers);
        from = to;
      }
      return List.of(buffers);
    } catch (RuntimeException failure) {
      for (ArrowBuf buffer : buffers) {
        buffer.close();
      }
      throw failure;
    }
  }

  private void readRun(List<Wanted> run, long end, ArrowBuf[] buffers) {
    long start = run.get(0).offset;
    try (ArrowBuf bytes = body.read(start, end - start)) {
      for (Wanted buffer : run) {
        bytes.getReferenceManager().retain();
        buffers[buffer.place] = bytes.slice(buffer.offset - start, buffer.length);
      }
    }
  }

  private Wanted wanted(int place, RecordBatch header, int index) {
    Buffer buffer = header.buffers(index);
    long offset = buffer.offset();
    long length = buffer.length();
    long end = message.range().body();
    if (offset < 0 || length < 0 || offset > end || length > end - offset) {
      throw origin.corrupted(
          message.range().offset(),
          "a buffer of %d bytes from %d on exceeds the batch's body of %d bytes"
              .formatted(length, offset, end));
    }
    return new Wanted(place, offset, length);
  }
}
