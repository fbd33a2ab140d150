package io.pelton.arrow.io;

import io.pelton.arrow.ArrowBatch;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.compare.Range;
import org.apache.arrow.vector.compare.RangeEqualsVisitor;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.ipc.message.ArrowBlock;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.arrow.vector.util.TransferPair;

/**
 * The dictionaries that were written last. Before each batch it writes what is new: all of a
 * dictionary, or what was added to it.
 */
final class WrittenDictionaries implements AutoCloseable {
  /**
   * @param count of values that were written
   * @param keeper keeps the values; owned here
   */
  private record Written(FieldVector values, int count, ArrowBatch keeper) {}

  private final Origin origin;
  private final boolean replaceable;
  private final Set<Long> ids = new LinkedHashSet<>();
  private final Map<Long, Written> written = new HashMap<>();
  private final List<ArrowBlock> blocks = new ArrayList<>();

  /**
   * @param replaceable whether a later dictionary may differ from an earlier one
   */
  WrittenDictionaries(Origin origin, Schema schema, boolean replaceable) {
    this.origin = origin;
    this.replaceable = replaceable;
    collect(schema.getFields(), ids);
  }

  /** Writes all dictionaries, whole. */
  void write(DictionaryProvider dictionaries, MessageWriter out) throws IOException {
    for (long id : ids) {
      blocks.add(out.write(id, values(origin, dictionaries, id), false));
    }
  }

  /** Ids that a schema names, those inside of others first. */
  static void collect(Collection<Field> fields, Set<Long> ids) {
    for (Field field : fields) {
      collect(field.getChildren(), ids);
      if (field.getDictionary() != null) {
        ids.add(field.getDictionary().getId());
      }
    }
  }

  /** Where in the file dictionaries lie. */
  List<ArrowBlock> blocks() {
    return blocks;
  }

  void write(ArrowBatch batch, MessageWriter out) throws IOException {
    for (long id : ids) {
      FieldVector values = values(origin, batch.dictionaries(), id);
      Written before = written.get(id);
      if (before == null) {
        blocks.add(out.write(id, values, false));
      } else if (values == before.values() && values.getValueCount() == before.count()) {
        continue;
      } else if (!begins(values, before)) {
        replace(id, values, out);
      } else if (values.getValueCount() > before.count()) {
        blocks.add(extend(id, values, before.count(), out));
      }
      written.put(id, new Written(values, values.getValueCount(), batch.retain()));
      if (before != null) {
        before.keeper().close();
      }
    }
  }

  static FieldVector values(Origin origin, DictionaryProvider dictionaries, long id) {
    Dictionary dictionary = dictionaries.lookup(id);
    if (dictionary == null) {
      throw origin.unsupported(
          "columns without their dictionary " + id, "give the dictionaries that the schema names");
    }
    return dictionary.getVector();
  }

  /** Whether values begin with those that were written. */
  private static boolean begins(FieldVector values, Written before) {
    return values.getValueCount() >= before.count()
        && values.getField().getType().equals(before.values().getField().getType())
        && new RangeEqualsVisitor(values, before.values(), (left, right) -> true)
            .rangeEquals(new Range(0, 0, before.count()));
  }

  private void replace(long id, FieldVector values, MessageWriter out) throws IOException {
    if (!replaceable) {
      throw origin.unsupported(
          "a second dictionary " + id + " that differs from the first",
          "decode the column, write another file, or write a stream");
    }
    blocks.add(out.write(id, values, false));
  }

  private static ArrowBlock extend(long id, FieldVector values, int from, MessageWriter out)
      throws IOException {
    TransferPair pair = values.getTransferPair(values.getAllocator());
    try (FieldVector added = (FieldVector) pair.getTo()) {
      pair.splitAndTransfer(from, values.getValueCount() - from);
      return out.write(id, added, true);
    }
  }

  @Override
  public void close() {
    written.values().forEach(each -> each.keeper().close());
    written.clear();
  }
}
