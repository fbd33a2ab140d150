package io.pelton.arrow;

import io.pelton.arrow.type.Rows;
import io.pelton.engine.tensor.Storage;
import io.pelton.engine.tensor.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * Binds batches to a model's inputs. Checks schema, inputs and bindings once, keeps its packing
 * memory over batches, and reads columns in place where their memory is what the engine reads. One
 * thread at a time.
 */
public final class BatchBinder {
  private final List<ModelInput> inputs;
  private final List<InputBinding> bindings;
  private final BitSet rejected = new BitSet();
  private Schema schema;
  private InputBinder[] binders;
  private int[] kept = new int[0];

  private BatchBinder(Schema schema, List<ModelInput> inputs, List<InputBinding> bindings) {
    this.inputs = List.copyOf(inputs);
    this.bindings = List.copyOf(bindings);
    resolve(schema);
  }

  /**
   * @param schema the logical schema of the batches, as {@link ArrowBatch#schema} has it
   * @param inputs in the order in which {@link BoundBatch#tensors} will be
   * @param bindings one an input, in any order
   * @throws UnknownColumn for a column that the schema lacks
   * @throws BindingMismatch for an input without a binding, a binding without an input, and any
   *     column, shape or null policy that does not suit its input
   */
  public static BatchBinder of(
      Schema schema, List<ModelInput> inputs, List<InputBinding> bindings) {
    return new BatchBinder(schema, inputs, bindings);
  }

  private void resolve(Schema newSchema) {
    binders = new BindingCheck(newSchema).check(inputs, bindings);
    schema = newSchema;
  }

  /**
   * The batch as tensors. The batch may be closed before the result is. A batch of another schema
   * is checked anew.
   *
   * @throws NullNotAllowed under {@link NullPolicy#fail}
   * @throws ValueOutOfRange for an integer that a narrower input can't hold
   */
  public BoundBatch bind(ArrowBatch batch) {
    if (!batch.schema().equals(schema)) {
      resolve(batch.schema());
    }
    rejected.clear();
    for (InputBinder binder : binders) {
      binder.open(batch);
      binder.reject(rejected, batch.rows());
    }
    Rows rows = rejected.isEmpty() ? Rows.all(batch.rows()) : keep(batch.rows());
    List<Tensor> tensors = new ArrayList<>(binders.length);
    List<Storage> views = new ArrayList<>(binders.length);
    try {
      for (InputBinder binder : binders) {
        InputBinder.Bound bound = binder.bind(rows);
        tensors.add(bound.tensor());
        if (bound.view() != null) {
          views.add(bound.view());
        }
      }
    } catch (RuntimeException failure) {
      views.forEach(Storage::close);
      throw failure;
    }
    return new BoundBatch(
        Collections.unmodifiableList(tensors), views, rows, reasons(binders, rejected));
  }

  /**
   * Binds the rows of a builder of this schema in place, without making batches of them; empty
   * where an input can't be read where such rows lie. From now on, the builder puts the values of
   * {@linkplain NullPolicy#defaultValue(double) default policies} into cells that are null, where
   * all inputs of a column have the same.
   */
  public Optional<DirectBinding> direct(ArrowBatchBuilder builder) {
    if (!builder.schema().equals(schema)) {
      return Optional.empty();
    }
    DirectInput[] direct = new DirectInput[binders.length];
    for (int i = 0; i < direct.length; i++) {
      Optional<DirectInput> input = binders[i].direct(builder.plan());
      if (input.isEmpty()) {
        return Optional.empty();
      }
      direct[i] = input.get();
    }
    DefaultFills.of(builder, binders);
    return Optional.of(new DirectBinding(builder, direct));
  }

  private Rows keep(int rows) {
    int count = rows - rejected.cardinality();
    if (kept.length < rows) {
      kept = new int[rows];
    }
    int at = 0;
    for (int row = rejected.nextClearBit(0); row < rows; row = rejected.nextClearBit(row + 1)) {
      kept[at++] = row;
    }
    return Rows.chosen(kept, count);
  }

  static List<RejectedRow> reasons(InputBinder[] binders, BitSet rejected) {
    return rejected.isEmpty()
        ? List.of()
        : rejected.stream().mapToObj(row -> reason(binders, row)).collect(Collectors.toList());
  }

  private static RejectedRow reason(InputBinder[] binders, int row) {
    for (InputBinder binder : binders) {
      if (binder.droppedFor(row).isPresent()) {
        return new RejectedRow(row, binder.input.name(), binder.droppedFor(row).get());
      }
    }
    throw new IllegalStateException("row " + row + " was dropped for no reason");
  }

  /** True when an input takes lists whose number of elements the model leaves open. */
  public boolean takesLists() {
    return Arrays.stream(binders)
        .anyMatch(binder -> binder instanceof ListInput lists && lists.axis().isPresent());
  }

  /**
   * A binder of rows whose lists differ in length, for batches of the schema that this one was made
   * for. It has memory of its own.
   *
   * @throws BindingMismatch for a padding value that its input can't hold
   */
  public RaggedBinder ragged(ListPadding padding) {
    padding.check(inputs);
    return new RaggedBinder(new BindingCheck(schema).check(inputs, bindings), padding);
  }

  /** One line an input: its columns, and whether batches are read in place or packed, and why. */
  public String explain() {
    return Arrays.stream(binders).map(InputBinder::explain).collect(Collectors.joining("\n"));
  }
}
