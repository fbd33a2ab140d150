package io.pelton.arrow.io;

import static io.pelton.arrow.Columns.batch;
import static io.pelton.arrow.Columns.field;
import static io.pelton.arrow.Columns.row;
import static io.pelton.arrow.Columns.schema;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.arrow.AllocatorTestBase;
import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.ArrowBatch;
import io.pelton.arrow.ArrowFileFailure;
import io.pelton.arrow.avro.AvroCodec;
import io.pelton.arrow.avro.AvroFileWriter;
import io.pelton.arrow.avro.AvroSchemas;
import io.pelton.engine.tensor.DType;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Nothing follows a write that failed, of which part may be written, even where writing would. */
class BrokenOutputTest extends AllocatorTestBase {
  private static final Schema SCHEMA = schema(field("number", DType.F64));

  private enum Kind {
    FILE {
      @Override
      BatchWriter open(WritableByteChannel out, ArrowAllocator allocator) {
        return IpcFileWriter.to(out, "out", SCHEMA, Compression.NONE, allocator);
      }
    },
    STREAM {
      @Override
      BatchWriter open(WritableByteChannel out, ArrowAllocator allocator) {
        return IpcStreamWriter.to(out, "out", SCHEMA, Compression.NONE, allocator);
      }
    },
    AVRO {
      @Override
      BatchWriter open(WritableByteChannel out, ArrowAllocator allocator) {
        return AvroFileWriter.to(out, "out", SCHEMA, AvroSchemas.toAvro(SCHEMA), AvroCodec.NULL);
      }
    };

    abstract BatchWriter open(WritableByteChannel out, ArrowAllocator allocator);
  }

  /** A disk that is full for a while: takes a byte of what is written, and then no more. */
  private static final class FullForAWhile implements WritableByteChannel {
    private boolean full;
    private long bytes;

    @Override
    public int write(ByteBuffer from) throws IOException {
      int count = full ? Math.min(1, from.remaining()) : from.remaining();
      from.position(from.position() + count);
      bytes += count;
      if (full) {
        throw new IOException("No space left on device");
      }
      return count;
    }

    @Override
    public boolean isOpen() {
      return true;
    }

    @Override
    public void close() {}
  }

  @ParameterizedTest
  @EnumSource
  void nothingFollowsAWriteThatFailed(Kind kind) {
    FullForAWhile disk = new FullForAWhile();
    try (BatchWriter writer = kind.open(disk, allocator);
        ArrowBatch batch = batch(allocator, SCHEMA, row(1.5), row(2.5))) {
      writer.write(batch);
      disk.full = true;
      assertThatThrownBy(
              () -> {
                writer.write(batch);
                writer.finish();
              })
          .isInstanceOf(ArrowFileFailure.class)
          .hasMessageContaining("'out'")
          .hasMessageContaining("No space left");
      disk.full = false;
      long before = disk.bytes;
      for (int again = 0; again < 2; again++) {
        assertThatThrownBy(() -> writer.write(batch))
            .isInstanceOf(IllegalStateException.class)
            .hasMessageContaining("'out' is broken by an earlier failure");
        assertThatThrownBy(writer::finish).isInstanceOf(IllegalStateException.class);
      }
      assertThat(disk.bytes).isEqualTo(before);
    }
  }

  @Test
  void whatCantGetItsNameIsRefusedAtOnce(@TempDir Path folder) {
    assertThatThrownBy(() -> OutputFile.create(folder))
        .isInstanceOf(ArrowFileFailure.class)
        .hasMessageContaining("Can't create '" + folder + "'")
        .hasMessageContaining("it is a folder; name a file in it");
    assertThatThrownBy(() -> OutputFile.create(folder.resolve("no/such.arrow")))
        .isInstanceOf(ArrowFileFailure.class)
        .hasMessageContaining("such.arrow'")
        .hasMessageContaining("no such folder: " + folder.resolve("no"));
    assertThat(folder).isEmptyDirectory();
  }
}
