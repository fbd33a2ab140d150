package io.pelton.arrow.io;

import io.pelton.arrow.io.IpcMessage.DictionaryHeader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.arrow.vector.util.DictionaryUtility;

/**
 * The dictionaries of a file or stream as its reader gets to know them. A stream may extend and
 * replace them between batches, a file may only extend them, and is read whole before any batch.
 */
final class IpcDictionaries implements AutoCloseable {
  private final BatchLoader loader;
  private final boolean replaceable;
  private final List<Field> fields;
  private final Set<Long> seen = new HashSet<>();
  private DictionaryVersion current;

  private IpcDictionaries(Schema schema, BatchLoader loader, boolean replaceable) {
    this.loader = loader;
    this.replaceable = replaceable;
    Map<Long, Dictionary> empty = new HashMap<>();
    this.fields = memoryFields(schema, empty);
    this.current = DictionaryVersion.of(empty);
  }

  /** Those of a stream, which are read as they come. */
  static IpcDictionaries ofStream(Schema schema, BatchLoader loader) {
    return new IpcDictionaries(schema, loader, true);
  }

  /**
   * Those of a file that some columns use, complete.
   *
   * @param columns positions in the footer's schema
   */
  static IpcDictionaries ofFile(
      IpcSource source, IpcFooter footer, int[] columns, BatchLoader loader) {
    IpcDictionaries all = new IpcDictionaries(footer.schema(), loader, false);
    Set<Long> wanted = new HashSet<>();
    for (int column : columns) {
      all.collect(all.fields.get(column), wanted);
    }
    try {
      for (BlockRange range : footer.dictionaries()) {
        IpcMessage message = IpcMessage.read(source, range);
        if (wanted.contains(all.checkedId(message))) {
          all.read(message, source.body(range, loader.allocator()));
        }
      }
      return all;
    } catch (RuntimeException failure) {
      all.close();
      throw failure;
    }
  }

  /** The ids that a field, its children and the values of its dictionary use. */
  private void collect(Field field, Set<Long> ids) {
    if (field.getDictionary() != null && ids.add(field.getDictionary().getId())) {
      collect(current.lookup(field.getDictionary().getId()).getVector().getField(), ids);
    }
    field.getChildren().forEach(child -> collect(child, ids));
  }

  private List<Field> memoryFields(Schema schema, Map<Long, Dictionary> dictionaries) {
    List<Field> memory = new ArrayList<>(schema.getFields().size());
    for (Field field : schema.getFields()) {
      try {
        memory.add(
            DictionaryUtility.needConvertToMessageFormat(field)
                ? DictionaryUtility.toMemoryFormat(field, loader.allocator(), dictionaries)
                : field);
      } catch (UnsupportedOperationException | IllegalArgumentException unsupported) {
        throw loader
            .origin()
            .unsupported(
                "column '%s', which Arrow Java can't hold (%s)"
                    .formatted(field.getName(), unsupported.getMessage()),
                "write the column in another way");
      }
    }
    return memory;
  }

  private long checkedId(IpcMessage message) {
    DictionaryHeader header = message.dictionary();
    if (header == null) {
      throw loader
          .origin()
          .corrupted(message.range().offset(), "expected a dictionary, found a batch");
    }
    if (current.lookup(header.id()) == null) {
      throw loader
          .origin()
          .corrupted(message.range().offset(), "no column uses dictionary " + header.id());
    }
    return header.id();
  }

  /** Takes in what a dictionary message says. */
  void read(IpcMessage message, MessageBody body) {
    Dictionary before = current.lookup(checkedId(message));
    DictionaryHeader header = message.dictionary();
    boolean first = seen.add(header.id());
    if (!first && !header.delta() && !replaceable) {
      throw loader
          .origin()
          .unsupported(
              "a second dictionary " + header.id() + " that replaces the first",
              "the file format allows only additions; write it as a stream or decode the column");
    }
    Field field = before.getVector().getField();
    FieldVector values = loader.load(message, body, List.of(field)).get(0);
    if (first || !header.delta()) {
      replace(header.id(), new Dictionary(values, before.getEncoding()));
    } else {
      try (values) {
        extend(header.id(), before, values);
      }
    }
  }

  /** Takes the values of a dictionary over. */
  void put(long id, FieldVector values) {
    replace(id, new Dictionary(values, current.lookup(id).getEncoding()));
  }

  private void replace(long id, Dictionary dictionary) {
    DictionaryVersion before = current;
    current = before.with(id, dictionary);
    before.release();
  }

  private void extend(long id, Dictionary before, FieldVector values) {
    try {
      append(id, before, values);
    } catch (UnsupportedOperationException unsupported) {
      throw loader
          .origin()
          .unsupported(
              "an addition to dictionary %d of type %s".formatted(id, before.getVectorType()),
              "write the dictionary whole, or decode the column");
    }
  }

  private void append(long id, Dictionary before, FieldVector values) {
    if (current.isPrivate(id)) {
      append(before.getVector(), values);
      return;
    }
    FieldVector longer = before.getVector().getField().createVector(loader.allocator());
    try {
      append(longer, before.getVector());
      append(longer, values);
    } catch (RuntimeException failure) {
      longer.close();
      throw failure;
    }
    replace(id, new Dictionary(longer, before.getEncoding()));
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

  /** Those that are valid now. Whoever keeps them retains them. */
  DictionaryVersion current() {
    return current;
  }

  @Override
  public void close() {
    current.release();
  }
}
