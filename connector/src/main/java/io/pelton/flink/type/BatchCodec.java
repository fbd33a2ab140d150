package io.pelton.flink.type;

import io.pelton.arrow.ArrowBatch;
import io.pelton.arrow.ArrowBridgeException;
import io.pelton.arrow.io.Compression;
import io.pelton.arrow.io.IpcBatchCodec;
import java.io.IOException;
import org.apache.flink.api.java.typeutils.runtime.DataInputViewStream;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * A batch as an Arrow IPC stream of schema, dictionaries and one record batch, in memory that the
 * garbage collector frees, whether or not it is closed; that of a closed one serves again. One
 * thread at a time.
 */
final class BatchCodec {
  private final IpcBatchCodec codec;
  private final DataOutputChannel channel = new DataOutputChannel();
  private final CollectedMemory.Spare spare = new CollectedMemory.Spare();

  BatchCodec(Compression compression) {
    this.codec = new IpcBatchCodec("serialized batch", compression);
  }

  void write(ArrowBatch batch, DataOutputView out) throws IOException {
    try (DataOutputChannel target = channel.to(out)) {
      codec.write(batch, target);
    }
  }

  /**
   * @throws IOException also where the bytes are not a batch
   */
  ArrowBatch read(DataInputView in) throws IOException {
    try {
      return codec.read(new DataInputViewStream(in), CollectedMemory.allocator(spare));
    } catch (ArrowBridgeException broken) {
      throw new IOException(broken.getMessage(), broken);
    }
  }

  ArrowBatch copy(ArrowBatch batch) {
    return codec.copy(batch, CollectedMemory.allocator(spare));
  }
}
