package io.pelton.arrow.io;

import io.pelton.arrow.UnsupportedArrowFile;
import io.pelton.arrow.io.IpcFooter.BlockRange;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.arrow.vector.util.DictionaryUtility;

/**
 * The dictionaries of a file, read before any batch: a file may extend a dictionary, not replace
 * it. The reader and every batch own them together; the last one releases them.
 */
final class FileDictionaries implements DictionaryProvider {
  private final Map<Long, Dictionary> dictionaries = new TreeMap<>();
  private final List<Field> fields = new ArrayList<>();
  private final AtomicInteger owners = new AtomicInteger(1);

  private FileDictionaries(Schema schema, BufferAllocator allocator) {
    for (Field field : schema.getFields()) {
      fields.add(DictionaryUtility.toMemoryFormat(field, allocator, dictionaries));
    }
  }

  /**
   * Reads the dictionaries that some columns use.
   *
   * @param columns positions in the footer's schema
   */
  static FileDictionaries read(
      IpcSource source,
      IpcFooter footer,
      int[] columns,
      BatchLoader loader,
      BufferAllocator allocator) {
    FileDictionaries all = new FileDictionaries(footer.schema(), allocator);
    Set<Long> wanted = new HashSet<>();
    for (int column : columns) {
      all.collect(all.fields.get(column), wanted);
    }
    try {
      Set<Long> seen = new HashSet<>();
      for (BlockRange range : footer.dictionaries()) {
        all.read(source, IpcMessage.read(source, range), loader, wanted, seen);
      }
      return all;
    } catch (RuntimeException failure) {
      all.release();
      throw failure;
    }
  }

  /** The ids that a field, its children and the values of its dictionary use. */
  private void collect(Field field, Set<Long> ids) {
    if (field.getDictionary() != null && ids.add(field.getDictionary().getId())) {
      collect(dictionaries.get(field.getDictionary().getId()).getVector().getField(), ids);
    }
    field.getChildren().forEach(child -> collect(child, ids));
  }

  private void read(
      IpcSource source, IpcMessage message, BatchLoader loader, Set<Long> wanted, Set<Long> seen) {
    if (message.dictionary() == null) {
      throw source.invalid(
          message.range().offset(), "expected a dictionary, found a batch; the file is corrupted");
    }
    long id = message.dictionary().id();
    Dictionary dictionary = dictionaries.get(id);
    if (dictionary == null) {
      throw source.invalid(
          message.range().offset(), "no column uses dictionary " + id + "; the file is corrupted");
    }
    if (!wanted.contains(id)) {
      return;
    }
    boolean first = seen.add(id);
    if (!first && !message.dictionary().isDelta()) {
      throw new UnsupportedArrowFile(
          source.name(),
          "a second dictionary " + id + " that replaces the first",
          "the file format allows only additions; write it as a stream or decode the column");
    }
    FieldVector vector = dictionary.getVector();
    try (FieldVector values = loader.load(message, List.of(vector.getField())).get(0)) {
      if (first) {
        values.makeTransferPair(vector).transfer();
      } else {
        append(vector, values);
      }
    }
  }

  /** One by one: Arrow's appender copies the wrong text where offsets do not begin at 0. */
  private static void append(FieldVector vector, FieldVector values) {
    int before = vector.getValueCount();
    for (int i = 0; i < values.getValueCount(); i++) {
      vector.copyFromSafe(i, before + i, values);
    }
    vector.setValueCount(before + values.getValueCount());
  }

  /** The schema's fields with encoded ones as their indices. */
  List<Field> memoryFields() {
    return fields;
  }

  @Override
  public Dictionary lookup(long id) {
    return dictionaries.get(id);
  }

  @Override
  public Set<Long> getDictionaryIds() {
    return dictionaries.keySet();
  }

  FileDictionaries retain() {
    owners.incrementAndGet();
    return this;
  }

  void release() {
    if (owners.decrementAndGet() == 0) {
      dictionaries.values().forEach(dictionary -> dictionary.getVector().close());
    }
  }
}
