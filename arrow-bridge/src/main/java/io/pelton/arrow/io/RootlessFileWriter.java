package io.pelton.arrow.io;

import java.io.IOException;
import java.nio.channels.WritableByteChannel;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.ipc.ArrowFileWriter;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.arrow.vector.util.DictionaryUtility;

/** Arrow's writer of files, opened to batches of any root. */
final class RootlessFileWriter extends ArrowFileWriter {
  private final Dictionaries dictionaries;

  private RootlessFileWriter(
      VectorSchemaRoot root, Dictionaries dictionaries, WritableByteChannel out) {
    super(root, dictionaries, out);
    this.dictionaries = dictionaries;
  }

  static RootlessFileWriter create(
      Schema schema, BufferAllocator allocator, WritableByteChannel out) {
    Dictionaries dictionaries = new Dictionaries();
    Schema memory =
        new Schema(
            schema.getFields().stream()
                .map(
                    field -> DictionaryUtility.toMemoryFormat(field, allocator, dictionaries.known))
                .toList(),
            schema.getCustomMetadata());
    return new RootlessFileWriter(VectorSchemaRoot.create(memory, allocator), dictionaries, out);
  }

  /** The ids of the dictionaries that the schema names. */
  Set<Long> dictionaryIds() {
    return dictionaries.getDictionaryIds();
  }

  void writeDictionaries(DictionaryProvider contents) throws IOException {
    dictionaries.known.replaceAll((id, empty) -> contents.lookup(id));
    ensureDictionariesWritten(dictionaries, dictionaries.getDictionaryIds());
  }

  void write(ArrowRecordBatch batch) throws IOException {
    writeRecordBatch(batch);
  }

  /** Empty dictionaries at first, for their types; those of the first batch from then on. */
  private static final class Dictionaries implements DictionaryProvider {
    final Map<Long, Dictionary> known = new HashMap<>();

    @Override
    public Dictionary lookup(long id) {
      return known.get(id);
    }

    @Override
    public Set<Long> getDictionaryIds() {
      return known.keySet();
    }
  }
}
