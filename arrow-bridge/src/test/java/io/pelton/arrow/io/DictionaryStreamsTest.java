package io.pelton.arrow.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.pelton.arrow.AllocatorLeak;
import io.pelton.arrow.AllocatorTestBase;
import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.ArrowBatch;
import io.pelton.arrow.InvalidArrowFile;
import io.pelton.arrow.UnsupportedArrowFile;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryProvider.MapDictionaryProvider;
import org.apache.arrow.vector.ipc.ArrowStreamReader;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.commons.compress.utils.SeekableInMemoryByteChannel;
import org.junit.jupiter.api.Test;

/**
 * A stream whose dictionary grows and is replaced: each batch decodes with the dictionary valid at
 * its place, whoever holds it and whatever is closed first.
 */
class DictionaryStreamsTest extends AllocatorTestBase {
  private static final DictionaryEncoding ENCODING =
      new DictionaryEncoding(1, false, new ArrowType.Int(32, true));
  private static final Schema SCHEMA =
      new Schema(
          List.of(
              new Field(
                  "text", new FieldType(true, ArrowType.Utf8.INSTANCE, ENCODING), List.of())));

  private static VarCharVector words(ArrowAllocator allocator, String... words) {
    VarCharVector vector = new VarCharVector("words", allocator.arrow());
    for (int i = 0; i < words.length; i++) {
      vector.setSafe(i, words[i].getBytes(StandardCharsets.UTF_8));
    }
    vector.setValueCount(words.length);
    return vector;
  }

  /** A batch of indices, with a dictionary of its own. */
  private ArrowBatch batch(List<String> words, int... indices) {
    VarCharVector dictionary = words(allocator, words.toArray(String[]::new));
    IntVector vector =
        new IntVector(
            "text", new FieldType(true, new ArrowType.Int(32, true), ENCODING), allocator.arrow());
    for (int i = 0; i < indices.length; i++) {
      vector.setSafe(i, indices[i]);
    }
    vector.setValueCount(indices.length);
    return ArrowBatch.of(
        SCHEMA,
        List.of(vector),
        indices.length,
        new MapDictionaryProvider(new Dictionary(dictionary, ENCODING)),
        () -> {
          vector.close();
          dictionary.close();
        });
  }

  private static List<String> decoded(ArrowBatch batch) {
    FieldVector dictionary = batch.dictionaries().lookup(1).getVector();
    List<String> texts = new ArrayList<>();
    for (int row = 0; row < batch.rows(); row++) {
      texts.add(dictionary.getObject(((IntVector) batch.vector(0)).get(row)).toString());
    }
    return texts;
  }

  /** Batches of a,b and c,a after an addition, and of x,y after a replacement. */
  private byte[] stream() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (IpcStreamWriter writer =
        IpcStreamWriter.to(bytes, "made", SCHEMA, Compression.NONE, allocator)) {
      for (ArrowBatch batch :
          List.of(
              batch(List.of("a", "b"), 0, 1),
              batch(List.of("a", "b", "c"), 2, 0),
              batch(List.of("x", "y"), 0, 1))) {
        try (batch) {
          writer.write(batch);
        }
      }
      writer.finish();
    }
    return bytes.toByteArray();
  }

  private static IpcStreamReader reader(byte[] bytes, ArrowAllocator allocator) {
    return IpcStreamReader.open(new ByteArrayInputStream(bytes), "made.stream", allocator);
  }

  @Test
  void additionsAreWrittenAsSuchAndReplacementsWhole() {
    List<String> messages = new ArrayList<>();
    try (StreamSource source = StreamSource.of("made", new ByteArrayInputStream(stream()));
        StreamMessages stream = StreamMessages.open(source)) {
      for (IpcMessage each = stream.next(); each != null; each = stream.next()) {
        messages.add(
            each.dictionary() == null
                ? each.rows() + " rows"
                : (each.dictionary().delta() ? "+" : "") + each.rows() + " words");
        stream.skip(each);
      }
    }
    assertThat(messages)
        .containsExactly("2 words", "2 rows", "+1 words", "2 rows", "2 words", "2 rows");
  }

  @Test
  void arrowReadsWhatIsWritten() throws IOException {
    List<String> read = new ArrayList<>();
    try (ArrowStreamReader reader =
        new ArrowStreamReader(new ByteArrayInputStream(stream()), allocator.arrow())) {
      VectorSchemaRoot root = reader.getVectorSchemaRoot();
      while (reader.loadNextBatch()) {
        for (int row = 0; row < root.getRowCount(); row++) {
          int index = ((IntVector) root.getVector(0)).get(row);
          read.add(reader.lookup(1).getVector().getObject(index).toString());
        }
      }
    }
    assertThat(read).containsExactly("a", "b", "c", "a", "x", "y");
  }

  @Test
  void eachBatchDecodesWithTheDictionaryOfItsPlace() {
    List<ArrowBatch> kept = new ArrayList<>();
    try (IpcStreamReader reader = reader(stream(), allocator)) {
      assertThat(reader.schema()).isEqualTo(SCHEMA);
      reader.forEachRemaining(kept::add);
    }
    List<CompletableFuture<List<String>>> elsewhere =
        kept.stream()
            .map(
                batch ->
                    CompletableFuture.supplyAsync(
                        () -> {
                          try (batch) {
                            return decoded(batch);
                          }
                        }))
            .toList();
    assertThat(elsewhere)
        .extracting(CompletableFuture::join)
        .containsExactly(List.of("a", "b"), List.of("c", "a"), List.of("x", "y"));
  }

  @Test
  void batchesThatAreClosedAtOnceDecodeLikewise() {
    List<List<String>> read = new ArrayList<>();
    try (IpcStreamReader reader = reader(stream(), allocator)) {
      while (reader.hasNext()) {
        try (ArrowBatch batch = reader.next()) {
          read.add(decoded(batch));
        }
      }
    }
    assertThat(read).containsExactly(List.of("a", "b"), List.of("c", "a"), List.of("x", "y"));
  }

  @Test
  void passedOverBatchesLeaveTheirDictionaries() {
    try (IpcStreamReader reader = reader(stream(), allocator)) {
      reader.skip(1);
      try (ArrowBatch batch = reader.next()) {
        assertThat(decoded(batch)).containsExactly("c", "a");
      }
      assertThat(reader.position()).isEqualTo(2);
      assertThat(reader.hasNext()).isTrue();
    }
  }

  @Test
  void aFileTakesTheAdditionAndRefusesTheReplacement() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (IpcStreamReader reader = reader(stream(), allocator);
        IpcFileWriter writer =
            IpcFileWriter.to(
                Channels.newChannel(bytes), "made", SCHEMA, Compression.NONE, allocator)) {
      for (int i = 0; i < 2; i++) {
        try (ArrowBatch batch = reader.next()) {
          writer.write(batch);
        }
      }
      try (ArrowBatch replaced = reader.next()) {
        assertThatThrownBy(() -> writer.write(replaced))
            .isInstanceOf(UnsupportedArrowFile.class)
            .hasMessageContaining("differs from the first")
            .hasMessageContaining("write a stream");
      }
      writer.finish();
    }
    try (IpcFileReader reader =
            IpcFileReader.open(
                new SeekableInMemoryByteChannel(bytes.toByteArray()), "made", allocator);
        ArrowBatch first = reader.next();
        ArrowBatch second = reader.next()) {
      assertThat(decoded(first)).containsExactly("a", "b");
      assertThat(decoded(second)).containsExactly("c", "a");
    }
  }

  @Test
  void anyOrderOfClosingReleasesAll() {
    byte[] bytes = stream();
    for (boolean readerFirst : List.of(true, false)) {
      for (int read = 0; read <= 3; read++) {
        ArrowAllocator own = allocator.child("own", Long.MAX_VALUE, "the test's limit");
        IpcStreamReader reader = reader(bytes, own);
        List<ArrowBatch> batches = new ArrayList<>();
        for (int i = 0; i < read; i++) {
          batches.add(reader.next());
        }
        if (readerFirst) {
          reader.close();
        }
        batches.forEach(ArrowBatch::close);
        reader.close();
        assertThat(own.held()).isZero();
        own.close();
      }
    }
  }

  @Test
  void aThrowInTheMiddleReleasesAll() {
    assertThatThrownBy(
            () -> {
              try (ArrowAllocator own = allocator.child("own", Long.MAX_VALUE, "the test's limit");
                  IpcStreamReader reader = reader(stream(), own);
                  ArrowBatch batch = reader.next()) {
                throw new IOException("in the middle, after " + batch.rows());
              }
            })
        .hasMessage("in the middle, after 2")
        .hasNoSuppressedExceptions();
    assertThat(allocator.held()).isZero();
  }

  @Test
  void anAllocatorThatIsClosedFirstReportsTheLeak() {
    ArrowAllocator own = allocator.child("own", Long.MAX_VALUE, "the test's limit");
    IpcStreamReader reader = reader(stream(), own);
    ArrowBatch batch = reader.next();
    long held = own.held();
    assertThat(held).isPositive();
    assertThatThrownBy(own::close)
        .isInstanceOf(AllocatorLeak.class)
        .hasMessageContaining("'own' was closed with " + held + " bytes")
        .hasMessageContaining("batch 2 rows [text]");
    batch.close();
    reader.close();
    assertThat(own.held()).isZero();
    own.close();
  }

  @Test
  void aStreamThatIsCutAnywhereReleasesAllAndStaysBroken() {
    byte[] bytes = stream();
    int whole = 0;
    for (int length = 0; length < bytes.length; length++) {
      byte[] cut = Arrays.copyOf(bytes, length);
      List<ArrowBatch> kept = new ArrayList<>();
      Throwable failure = catchThrowable(() -> readAll(cut, kept));
      if (failure == null) {
        whole++;
      } else {
        assertThat(failure)
            .isInstanceOf(InvalidArrowFile.class)
            .hasMessageContaining("made.stream");
      }
      kept.forEach(ArrowBatch::close);
      assertThat(allocator.held()).isZero();
    }
    // a stream may end behind the schema, each batch and each dictionary
    assertThat(whole).isEqualTo(7);
  }

  private void readAll(byte[] bytes, List<ArrowBatch> batches) {
    try (IpcStreamReader reader = reader(bytes, allocator)) {
      Throwable failure = catchThrowable(() -> reader.forEachRemaining(batches::add));
      if (failure != null) {
        assertThatThrownBy(reader::hasNext).isSameAs(failure);
        throw (RuntimeException) failure;
      }
    }
  }

  @Test
  void indicesBeyondTheDictionaryAreRefused() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (IpcStreamWriter writer =
            IpcStreamWriter.to(bytes, "made", SCHEMA, Compression.NONE, allocator);
        ArrowBatch batch = batch(List.of("a", "b"), 0, 2)) {
      writer.write(batch);
      writer.finish();
    }
    try (IpcStreamReader reader = reader(bytes.toByteArray(), allocator)) {
      assertThatThrownBy(reader::next)
          .isInstanceOf(InvalidArrowFile.class)
          .hasMessageContaining("column 'text', row 1, has index 2 into a dictionary of 2 values");
    }
  }
}
