package io.pelton.arrow;

import io.pelton.arrow.type.NumberSink;
import io.pelton.arrow.type.Rows;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.Storage;
import io.pelton.engine.tensor.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Binds chosen rows of a batch whose lists differ in length. What stands for a length in the
 * model's input shapes is an axis here; inputs may share one. {@link #open} a batch, look at the
 * lengths of its rows, and bind those together that go together. One thread at a time.
 */
public final class RaggedBinder {
  private final InputBinder[] binders;
  private final ListPadding padding;
  private final List<Object> axes = new ArrayList<>();
  private final int[] axisOf;
  private final PaddedLists[] padded;
  private final BitSet rejected = new BitSet();
  private final Map<Integer, UnevenLists> uneven = new LinkedHashMap<>();
  private List<RejectedRow> reasons = List.of();
  private int[][] lengths = new int[0][];

  RaggedBinder(InputBinder[] binders, ListPadding padding) {
    this.binders = binders;
    this.padding = padding;
    this.axisOf = new int[binders.length];
    this.padded = new PaddedLists[binders.length];
    for (int i = 0; i < binders.length; i++) {
      axisOf[i] = axis(binders[i]);
      if (axisOf[i] >= 0 && binders[i] instanceof ListInput lists) {
        lists.lists().cut(padding.maxLength(), padding.keepsEnd());
        padded[i] = new PaddedLists(lists, padding);
      }
    }
  }

  private int axis(InputBinder binder) {
    Optional<Object> symbol = Optional.empty();
    if (binder instanceof ListInput lists) {
      symbol = lists.axis();
    } else if (binder instanceof MaskInput mask) {
      symbol = mask.lists().axis();
    }
    symbol.filter(each -> !axes.contains(each)).ifPresent(axes::add);
    return symbol.map(axes::indexOf).orElse(-1);
  }

  /** How many lengths a row has. */
  public int axes() {
    return axes.size();
  }

  /** What stands for a length in input shapes: a symbol, or an input's name. */
  public Object axis(int axis) {
    return axes.get(axis);
  }

  /**
   * The shape in which input {@code input} gets rows.
   *
   * @param targets elements of lists by axis
   */
  public long[] dims(int input, int rows, int[] targets) {
    if (axisOf[input] < 0) {
      return binders[input].dims(rows);
    }
    int target = targets[axisOf[input]];
    return binders[input] instanceof ListInput lists
        ? lists.dims(rows, target)
        : new long[] {rows, target};
  }

  /** The axis of which an input has lists, or a mask; -1 for others. */
  public int axisOf(int input) {
    return axisOf[input];
  }

  /** The first column with lists of a length. */
  public String column(int axis) {
    for (int i = 0; i < binders.length; i++) {
      if (axisOf[i] == axis && binders[i] instanceof ListInput lists) {
        return lists.lists().name();
      }
    }
    throw new IllegalStateException("an axis without lists");
  }

  /** True when all lists are as long as their columns' types say, and none is cut. */
  public boolean isEven() {
    for (int i = 0; i < binders.length; i++) {
      if (axisOf[i] >= 0 && binders[i] instanceof ListInput lists) {
        int fixed = lists.lists().fixedLength();
        if (fixed < 0 || fixed > padding.maxLength()) {
          return false;
        }
      }
    }
    return true;
  }

  /**
   * Looks at a batch, which has to stay open, and must have the schema that was checked, until its
   * rows are bound.
   */
  public void open(ArrowBatch batch) {
    int rows = batch.rows();
    rejected.clear();
    uneven.clear();
    for (InputBinder binder : binders) {
      binder.open(batch);
      binder.reject(rejected, rows);
    }
    reasons = BatchBinder.reasons(binders, rejected);
    lengths = new int[axes.size()][rows];
    for (int axis = 0; axis < lengths.length; axis++) {
      measure(axis, rows);
    }
  }

  private void measure(int axis, int rows) {
    int[] found = lengths[axis];
    Arrays.fill(found, -1);
    int least = 0;
    for (int i = 0; i < binders.length; i++) {
      if (axisOf[i] == axis && binders[i] instanceof ListInput lists) {
        least = Math.max(least, lists.leastLength());
        for (int row = 0; row < rows; row++) {
          int length = lists.lists().found(row);
          if (found[row] < 0) {
            found[row] = length;
          } else if (length >= 0 && length != found[row] && !rejected.get(row)) {
            String expected = Integer.toString(found[row]);
            String name = lists.lists().name();
            uneven.putIfAbsent(row, new UnevenLists(name, row, expected, length));
          }
        }
      }
    }
    for (int row = 0; row < rows; row++) {
      found[row] = found[row] < 0 ? least : found[row];
    }
  }

  /** What {@link NullPolicy#drop} leaves out of the batch, in order. */
  public List<RejectedRow> rejected() {
    return reasons;
  }

  /** Rows whose lists differ in length although their inputs share an axis. */
  public Map<Integer, UnevenLists> uneven() {
    return Collections.unmodifiableMap(uneven);
  }

  /**
   * Elements of a row's lists as they are in the batch. Where they are null and filled, their
   * length is that of the lists beside them, or the least that the model takes.
   */
  public int found(int axis, int row) {
    return lengths[axis][row];
  }

  /** Elements of a row's lists that go into the model, when they are cut. */
  public int length(int axis, int row) {
    return Math.min(lengths[axis][row], padding.maxLength());
  }

  /**
   * Binds rows, whose lists come to the same lengths.
   *
   * @param rows of the batch, in the order that they will have; kept by the result. Those of one
   *     length should follow each other
   * @param targets elements of each list by axis, padding included, at least the {@link #length} of
   *     every row
   * @throws NullNotAllowed under {@link NullPolicy#fail}
   * @throws ValueOutOfRange for an integer that a narrower input can't hold
   * @throws UnevenLists for a list of a length that the model declares not to take
   */
  public BoundBatch bind(int[] rows, int[] targets) {
    Rows chosen = isRun(rows) ? Rows.run(rows[0], rows.length) : Rows.chosen(rows, rows.length);
    List<Tensor> tensors = new ArrayList<>(binders.length);
    List<Storage> views = new ArrayList<>(binders.length);
    try {
      for (int i = 0; i < binders.length; i++) {
        InputBinder.Bound bound = bind(i, rows, chosen, targets);
        tensors.add(bound.tensor());
        if (bound.view() != null) {
          views.add(bound.view());
        }
      }
    } catch (RuntimeException failure) {
      views.forEach(Storage::close);
      throw failure;
    }
    return new BoundBatch(Collections.unmodifiableList(tensors), views, chosen, List.of());
  }

  private static boolean isRun(int[] rows) {
    for (int i = 1; i < rows.length; i++) {
      if (rows[i] != rows[0] + i) {
        return false;
      }
    }
    return rows.length > 0;
  }

  private InputBinder.Bound bind(int input, int[] rows, Rows chosen, int[] targets) {
    if (axisOf[input] < 0) {
      // single values are read in place from the first row of a batch on only
      boolean isPlain = binders[input] instanceof ListInput || rows.length == 0 || rows[0] == 0;
      return binders[input].bind(isPlain ? chosen : Rows.chosen(rows, rows.length));
    }
    int target = targets[axisOf[input]];
    int[] own = new int[rows.length];
    boolean exact = true;
    for (int i = 0; i < own.length; i++) {
      own[i] = length(axisOf[input], rows[i]);
      exact &= own[i] == target;
    }
    if (binders[input] instanceof MaskInput mask) {
      return new InputBinder.Bound(mask(mask, own, target), null);
    }
    if (exact) {
      ((ListInput) binders[input]).expect(target);
      return binders[input].bind(chosen);
    }
    return new InputBinder.Bound(padded[input].bind(rows, own, target), null);
  }

  private static Tensor mask(MaskInput mask, int[] own, int target) {
    int elements = Math.multiplyExact(own.length, target);
    NumberSink sink = NumberSink.of(mask.input.dtype());
    sink.begin(elements, 1);
    PackedValue.fill(sink, elements, 0L);
    long[] ones = new long[target];
    Arrays.fill(ones, 1);
    for (int i = 0; i < own.length; i++) {
      sink.longs(ones, own[i], false, i * target);
    }
    return new Tensor(sink.storage(elements), Layout.contiguous(own.length, target));
  }
}
