package io.pelton.arrow.io;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.arrow.AllocatorTestBase;
import io.pelton.arrow.ArrowBatch;
import io.pelton.arrow.Columns;
import io.pelton.engine.tensor.DType;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.apache.arrow.flatbuf.RecordBatch;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Bodies with buffers that can't be compressed or are empty, and codecs that are not there. */
class CompressedBuffersTest extends AllocatorTestBase {
  private static final Schema SCHEMA =
      Columns.schema(
          Columns.field("noise", DType.I64),
          Columns.field("zeros", DType.F64),
          Columns.field("nothing", DType.STRING));

  @TempDir Path folder;

  private ArrowBatch batch() {
    Random random = new Random(11);
    Object[][] rows = new Object[100][];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = Columns.row(random.nextLong(), 0.0, "");
    }
    return Columns.batch(allocator, SCHEMA, rows);
  }

  @ParameterizedTest
  @EnumSource(
      value = Compression.class,
      names = {"LZ4", "ZSTD"})
  void storedCompressedAndEmptyBuffersAreReadAlike(Compression compression) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (IpcStreamWriter writer =
            IpcStreamWriter.to(bytes, "made", SCHEMA, compression, allocator);
        ArrowBatch batch = batch();
        ArrowBatch empty = batch.slice(0, 0)) {
      writer.write(batch);
      writer.write(empty);
      writer.finish();
    }
    assertThat(lengths(bytes.toByteArray())).contains(-1L, 0L).anyMatch(length -> length > 0);
    try (IpcStreamReader reader =
            IpcStreamReader.open(new ByteArrayInputStream(bytes.toByteArray()), "made", allocator);
        ArrowBatch batch = reader.next();
        ArrowBatch empty = reader.next();
        ArrowBatch expected = batch()) {
      IpcFileTest.assertSame(batch, expected);
      assertThat(empty.rows()).isZero();
    }
  }

  /** The lengths that the first batch's buffers begin with; 0 of those without any bytes. */
  private Set<Long> lengths(byte[] bytes) {
    Set<Long> lengths = new HashSet<>();
    try (StreamSource source = StreamSource.of("made", new ByteArrayInputStream(bytes));
        StreamMessages messages = StreamMessages.open(source)) {
      IpcMessage message = messages.next();
      RecordBatch batch = message.batch();
      try (ArrowBuf body = messages.body(message, allocator.arrow())) {
        for (int i = 0; i < batch.buffersLength(); i++) {
          boolean none = batch.buffers(i).length() == 0;
          lengths.add(none ? 0 : body.getLong(batch.buffers(i).offset()));
        }
      }
    }
    return lengths;
  }

  @ParameterizedTest
  @CsvSource({"zstd-jni, ZSTD", "arrow-compression, ZSTD", "lz4-java, LZ4"})
  void withoutItsLibraryACodecIsNamed(String library, Compression codec) throws Exception {
    Path file = folder.resolve("compressed.arrow");
    try (IpcFileWriter writer = IpcFileWriter.create(file, SCHEMA, codec, allocator);
        ArrowBatch batch = batch()) {
      writer.write(batch);
      writer.finish();
    }
    String named = library.equals("lz4-java") ? library : "zstd-jni";
    assertThat(without(library, "read", file, codec))
        .contains("MissingCodec", file.toString(), "the codec " + codec, named, "class path");
    Path other = folder.resolve("other.arrow");
    assertThat(without(library, "write", other, codec))
        .contains("MissingCodec", other.toString(), "the codec " + codec, named, "class path");
    assertThat(other).doesNotExist();
    for (Compression compression : EnumSet.complementOf(EnumSet.of(codec))) {
      assertThat(without(library, "write", other, compression)).isEqualTo("wrote 1 row");
      assertThat(without(library, "read", other, compression)).isEqualTo("read 1 row");
    }
  }

  /** What becomes of reading or writing where a library is not on the class path. */
  private static String without(String library, String action, Path file, Compression compression)
      throws Exception {
    List<URL> urls = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      Path path = Path.of(entry);
      if (!entry.isEmpty() && !path.getFileName().toString().startsWith(library)) {
        urls.add(path.toUri().toURL());
      }
    }
    try (URLClassLoader loader =
        new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader())) {
      return (String)
          loader
              .loadClass(ReducedClassPath.class.getName())
              .getMethod(action, String.class, String.class)
              .invoke(null, file.toString(), compression.name());
    }
  }
}
