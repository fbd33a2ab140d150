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
import io.pelton.arrow.ArrowBridgeException;
import io.pelton.arrow.InvalidArrowFile;
import io.pelton.engine.tensor.DType;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.commons.compress.utils.SeekableInMemoryByteChannel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Files that are not what they should be: one clear error, no leak, and no more memory than due.
 */
class BrokenFilesTest extends AllocatorTestBase {
  private static final Schema SCHEMA =
      schema(field("a", DType.F32), field("b", DType.STRING), field("c", DType.BOOL));

  @TempDir Path folder;

  private byte[] sound(Compression compression) throws IOException {
    Path file = folder.resolve("sound.arrow");
    Object[][] rows = new Object[20][];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = row(i % 7 == 0 ? null : (float) i, "text " + i % 5, i % 2 == 0);
    }
    try (IpcFileWriter writer = IpcFileWriter.create(file, SCHEMA, compression, allocator);
        ArrowBatch batch = batch(allocator, SCHEMA, rows)) {
      writer.write(batch);
      writer.write(batch);
      writer.finish();
    }
    return Files.readAllBytes(file);
  }

  /** Reads all of it with little memory; returns whether it was accepted. */
  private boolean read(byte[] bytes) {
    try (ArrowAllocator little = allocator.child("little", 1 << 20, "the test's limit");
        IpcFileReader reader =
            IpcFileReader.open(new SeekableInMemoryByteChannel(bytes), "broken.arrow", little)) {
      while (reader.hasNext()) {
        reader.next().close();
      }
      return true;
    } catch (ArrowBridgeException clear) {
      assertThat(clear.getMessage()).containsAnyOf("broken.arrow", "little");
      return false;
    }
  }

  @ParameterizedTest
  @EnumSource(Compression.class)
  void aTruncatedFileIsRefused(Compression compression) throws IOException {
    byte[] bytes = sound(compression);
    assertThat(read(bytes)).isTrue();
    for (int length = 0; length < bytes.length; length++) {
      assertThat(read(Arrays.copyOf(bytes, length))).as("first %d bytes", length).isFalse();
    }
  }

  @ParameterizedTest
  @EnumSource(Compression.class)
  void aFlippedBitIsRefusedOrHarmless(Compression compression) throws IOException {
    byte[] bytes = sound(compression);
    int refused = 0;
    for (int at = 0; at < bytes.length; at++) {
      byte[] broken = bytes.clone();
      broken[at] ^= (byte) (1 << (at % 8));
      refused += read(broken) ? 0 : 1;
    }
    assertThat(refused).isGreaterThan(50);
  }

  @Test
  void randomBytesAreNotArrow() throws IOException {
    byte[] bytes = new byte[1000];
    new Random(7).nextBytes(bytes);
    Path file = Files.write(folder.resolve("noise.arrow"), bytes);
    assertThatThrownBy(() -> IpcFileReader.open(file, allocator))
        .isInstanceOf(InvalidArrowFile.class)
        .hasMessageContaining(file.toString())
        .hasMessageContaining("at byte 0: not an Arrow IPC file")
        .hasMessageContaining("give an Arrow IPC");
  }

  @Test
  void aFooterLongerThanTheFileIsRefused() throws IOException {
    byte[] bytes = sound(Compression.NONE);
    bytes[bytes.length - 7] = 0x7f;
    Path file = Files.write(folder.resolve("footer.arrow"), bytes);
    assertThatThrownBy(() -> IpcFileReader.open(file, allocator))
        .isInstanceOf(InvalidArrowFile.class)
        .hasMessageContaining("footer");
  }

  @Test
  void aTextFileIsNotArrow() throws IOException {
    Path file = Files.write(folder.resolve("a.csv"), "a,b\n1,2\n".getBytes(StandardCharsets.UTF_8));
    assertThatThrownBy(() -> IpcFileReader.open(file, allocator))
        .isInstanceOf(InvalidArrowFile.class)
        .hasMessageContaining("not an Arrow IPC file");
  }
}
