package io.pelton.arrow;

import io.pelton.engine.tensor.Sequence;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * Makes batches of a model's outputs. Checks outputs and bindings once; the schema is known before
 * the first batch. Thread-safe.
 */
public final class OutputBinder {
  private final List<OutputColumns> columns;
  private final int[] positions;
  private final Schema schema;

  private OutputBinder(List<OutputColumns> columns, int[] positions) {
    this.columns = columns;
    this.positions = positions;
    List<Field> fields = new ArrayList<>();
    columns.forEach(each -> fields.addAll(each.fields()));
    this.schema = new Schema(fields);
  }

  /**
   * @param outputs of the model, in its order
   * @param bindings in the order of the columns; an output may be bound more than once or not at
   *     all
   * @throws OutputMismatch for a binding to an unknown output, or one that does not suit its output
   */
  public static OutputBinder of(List<ModelOutput> outputs, List<OutputBinding> bindings) {
    List<String> names = outputs.stream().map(ModelOutput::name).toList();
    List<OutputColumns> columns = new ArrayList<>();
    int[] positions = new int[bindings.size()];
    for (int i = 0; i < positions.length; i++) {
      positions[i] = names.indexOf(bindings.get(i).output());
      if (positions[i] < 0) {
        throw new OutputMismatch(
            bindings.get(i).output(),
            "one of the model's outputs " + names,
            "another name",
            "correct it");
      }
      columns.add(OutputCheck.check(outputs.get(positions[i]), bindings.get(i)));
    }
    return new OutputBinder(columns, positions);
  }

  /** The schema of the batches. */
  public Schema schema() {
    return schema;
  }

  /**
   * Copies outputs into a new batch, which the caller owns.
   *
   * @param values one a model output, in the order of the outputs; read, not kept
   * @throws OutputMismatch where a value is not what its output was declared to be, or has another
   *     number of rows than the others
   */
  public ArrowBatch batch(ArrowAllocator allocator, List<? extends Value> values) {
    return batch(allocator, values, false);
  }

  /**
   * Puts outputs into a new batch, which the caller owns, without a copy where their memory allows
   * it, as {@link #explain} tells. A storage that is kept is retained until the batch is released,
   * and counts as the allocator's memory until then.
   *
   * @param values as {@link #batch} takes them; the memory of native storages must not be written
   *     for as long as anyone holds the batch, so that an executable's outputs do not qualify when
   *     it runs again meanwhile
   * @throws OutputMismatch as {@link #batch} does
   */
  public ArrowBatch keep(ArrowAllocator allocator, List<? extends Value> values) {
    return batch(allocator, values, true);
  }

  /**
   * Copies outputs into a new batch, which the caller owns, where rows were padded along the second
   * axis of some outputs.
   *
   * @param values as {@link #batch(ArrowAllocator, List)} takes them
   * @param lengths one an output: how many elements of its second axis are each row's; null where
   *     all of them are
   * @throws OutputMismatch as {@link #batch(ArrowAllocator, List)} does, and for rows of several
   *     lengths in an output that is bound to a fixed number of columns
   */
  public ArrowBatch cut(
      ArrowAllocator allocator, List<? extends Value> values, List<int[]> lengths) {
    int rows = rows(values, lengths);
    List<FieldVector> vectors = new ArrayList<>();
    try {
      for (int i = 0; i < positions.length; i++) {
        int[] own = lengths.get(positions[i]);
        Value value = values.get(positions[i]);
        if (columns.get(i) instanceof RaggedColumn ragged) {
          ragged.write(value, own, rows, allocator.arrow(), vectors);
        } else {
          columns.get(i).write(narrowed(value, own), rows, allocator.arrow(), false, vectors);
        }
      }
    } catch (RuntimeException failure) {
      ArrowBatch.closeAll(vectors);
      throw failure;
    }
    return finish(vectors, rows);
  }

  /** The elements of the rows' one length; those of several lengths stay as they are. */
  private static Value narrowed(Value value, int[] lengths) {
    boolean isOne = lengths != null && lengths.length > 0;
    for (int i = 1; isOne && i < lengths.length; i++) {
      isOne = lengths[i] == lengths[0];
    }
    return isOne && value instanceof Tensor tensor
        ? new Tensor(tensor.storage(), tensor.layout().slice(1, 0, lengths[0], 1))
        : value;
  }

  /** One line an output: whether {@link #keep} takes these values in place or copies, and why. */
  public String explain(List<? extends Value> values) {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < positions.length; i++) {
      OutputColumns output = columns.get(i);
      lines.add(
          "output '"
              + output.output()
              + "' to "
              + output.fields().stream().map(Field::getName).toList()
              + ": "
              + output
                  .copiedBecause(values.get(positions[i]))
                  .map(reason -> "packed, because " + reason)
                  .orElse("zero-copy view"));
    }
    return String.join("\n", lines);
  }

  private ArrowBatch batch(ArrowAllocator allocator, List<? extends Value> values, boolean keep) {
    int rows = rows(values, Collections.nCopies(values.size(), null));
    List<FieldVector> vectors = new ArrayList<>();
    try {
      for (int i = 0; i < positions.length; i++) {
        columns.get(i).write(values.get(positions[i]), rows, allocator.arrow(), keep, vectors);
      }
    } catch (RuntimeException failure) {
      ArrowBatch.closeAll(vectors);
      throw failure;
    }
    return finish(vectors, rows);
  }

  private ArrowBatch finish(List<FieldVector> vectors, int rows) {
    return ArrowBatch.of(
        schema,
        vectors,
        rows,
        new DictionaryProvider.MapDictionaryProvider(),
        () -> ArrowBatch.closeAll(vectors));
  }

  private int rows(List<? extends Value> values, List<int[]> lengths) {
    int rows = -1;
    for (int i = 0; i < positions.length; i++) {
      Value value = narrowed(values.get(positions[i]), lengths.get(positions[i]));
      int found = columns.get(i).rows(value);
      if (rows >= 0 && found != rows) {
        throw new OutputMismatch(
            columns.get(i).output(),
            rows + " rows, as the outputs before have",
            describe(value),
            "bind outputs of one batch axis only");
      }
      rows = found;
    }
    return Math.max(rows, 0);
  }

  static String describe(Value value) {
    if (value instanceof Tensor tensor) {
      return "a tensor " + tensor.dtype() + " " + tensor.layout();
    }
    return value instanceof Sequence sequence
        ? "a sequence of " + sequence.values().size()
        : "a mapping";
  }
}
