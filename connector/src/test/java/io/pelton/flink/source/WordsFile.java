package io.pelton.flink.source;

import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.ArrowBatch;
import io.pelton.arrow.io.Compression;
import io.pelton.arrow.io.IpcFileWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.apache.arrow.vector.TinyIntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryProvider.MapDictionaryProvider;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.FieldType;

/** An Arrow file of one dictionary-encoded column, all of whose rows are {@code b}. */
final class WordsFile {
  private static final DictionaryEncoding ENCODING =
      new DictionaryEncoding(7, false, new ArrowType.Int(8, true));

  private WordsFile() {}

  /** Two rows a batch. */
  static void write(Path file, int batches) {
    try (ArrowAllocator allocator = ArrowAllocator.open("words");
        VarCharVector words = new VarCharVector("words", allocator.arrow());
        TinyIntVector indices =
            new TinyIntVector(
                "word",
                new FieldType(true, ENCODING.getIndexType(), ENCODING),
                allocator.arrow())) {
      words.setSafe(0, "a".getBytes(StandardCharsets.UTF_8));
      words.setSafe(1, "b".getBytes(StandardCharsets.UTF_8));
      words.setValueCount(2);
      indices.setSafe(0, 1);
      indices.setSafe(1, 1);
      indices.setValueCount(2);
      MapDictionaryProvider dictionaries =
          new MapDictionaryProvider(new Dictionary(words, ENCODING));
      try (ArrowBatch batch = ArrowBatch.of(VectorSchemaRoot.of(indices), dictionaries);
          IpcFileWriter writer =
              IpcFileWriter.create(file, batch.schema(), Compression.NONE, allocator)) {
        for (int i = 0; i < batches; i++) {
          writer.write(batch);
        }
        writer.finish();
      }
    }
  }
}
