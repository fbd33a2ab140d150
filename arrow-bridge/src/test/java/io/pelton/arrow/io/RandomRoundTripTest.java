package io.pelton.arrow.io;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.arrow.AllocatorTestBase;
import io.pelton.arrow.ArrowBatch;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.compare.VectorEqualsVisitor;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.commons.compress.utils.SeekableInMemoryByteChannel;
import org.junit.jupiter.api.Test;

/** Random schemas and batches come back from files, streams and single messages as they were. */
class RandomRoundTripTest extends AllocatorTestBase {
  private static final int CASES = 1000;
  private static final List<Compression> COMPRESSIONS = List.of(Compression.values());

  @Test
  void randomBatches() throws IOException {
    long seed = Long.getLong("pelton.random.seed", System.nanoTime());
    for (int i = 0; i < CASES; i++) {
      String name = "seed " + (seed + i);
      try {
        roundTrip(name, new Random(seed + i));
      } catch (RuntimeException failure) {
        throw new AssertionError(name, failure);
      }
      assertThat(allocator.held()).as(name).isZero();
    }
  }

  private void roundTrip(String name, Random random) throws IOException {
    Schema schema = new RandomSchemas(random).schema();
    RandomBatches source = new RandomBatches(random, allocator.arrow());
    Compression compression = COMPRESSIONS.get(random.nextInt(COMPRESSIONS.size()));
    Map<Long, Dictionary> dictionaries = source.dictionaries(schema);
    Map<Long, Dictionary> others = source.dictionaries(schema);
    List<ArrowBatch> batches = new ArrayList<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      batches.add(source.batch(schema, random.nextInt(40), dictionaries));
    }
    file(name + " as a file", schema, batches, compression);
    for (int i = random.nextInt(3); i > 0; i--) {
      batches.add(source.batch(schema, random.nextInt(40), others));
    }
    stream(name + " as a stream", schema, batches, compression);
    messages(name + " as messages", batches, compression);
    batches.forEach(ArrowBatch::close);
    dictionaries.values().forEach(each -> each.getVector().close());
    others.values().forEach(each -> each.getVector().close());
  }

  private void file(String name, Schema schema, List<ArrowBatch> batches, Compression compression) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (IpcFileWriter writer =
        IpcFileWriter.to(Channels.newChannel(bytes), name, schema, compression, allocator)) {
      batches.forEach(writer::write);
      writer.finish();
    }
    compare(
        name,
        schema,
        batches,
        IpcFileReader.open(new SeekableInMemoryByteChannel(bytes.toByteArray()), name, allocator));
  }

  private void stream(
      String name, Schema schema, List<ArrowBatch> batches, Compression compression) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (IpcStreamWriter writer = IpcStreamWriter.to(bytes, name, schema, compression, allocator)) {
      batches.forEach(writer::write);
      writer.finish();
    }
    compare(
        name,
        schema,
        batches,
        IpcStreamReader.open(new ByteArrayInputStream(bytes.toByteArray()), name, allocator));
  }

  private void messages(String name, List<ArrowBatch> batches, Compression compression)
      throws IOException {
    IpcBatchCodec codec = new IpcBatchCodec(name, compression);
    for (ArrowBatch batch : batches) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      codec.write(batch, Channels.newChannel(bytes));
      bytes.write(7);
      ByteArrayInputStream in = new ByteArrayInputStream(bytes.toByteArray());
      try (ArrowBatch read = codec.read(in, allocator.arrow());
          ArrowBatch copy = codec.copy(batch, allocator.arrow())) {
        compare(name, batch, read);
        compare(name + ", copied", batch, copy);
      }
      assertThat(in.readAllBytes()).as(name).containsExactly(7);
    }
  }

  private static void compare(
      String name, Schema schema, List<ArrowBatch> batches, BatchReader reader) {
    try (reader) {
      assertThat(reader.schema()).as(name).isEqualTo(schema);
      for (ArrowBatch batch : batches) {
        try (ArrowBatch read = reader.next()) {
          compare(name, batch, read);
        }
      }
      assertThat(reader.hasNext()).as(name).isFalse();
    }
  }

  private static void compare(String name, ArrowBatch wanted, ArrowBatch found) {
    assertThat(found.schema()).as(name).isEqualTo(wanted.schema());
    assertThat(found.rows()).as(name).isEqualTo(wanted.rows());
    for (int column = 0; column < wanted.columns(); column++) {
      compare(name + ", column " + column, wanted.vector(column), found.vector(column));
    }
    for (long id : found.dictionaries().getDictionaryIds()) {
      compare(
          name + ", dictionary " + id,
          wanted.dictionaries().lookup(id).getVector(),
          found.dictionaries().lookup(id).getVector());
    }
  }

  private static void compare(String name, FieldVector wanted, FieldVector found) {
    assertThat(VectorEqualsVisitor.vectorEquals(found, wanted, (left, right) -> true))
        .as("%s: %s instead of %s", name, found, wanted)
        .isTrue();
  }
}
