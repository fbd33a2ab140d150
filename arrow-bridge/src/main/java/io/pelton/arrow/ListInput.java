package io.pelton.arrow;

import io.pelton.arrow.type.Rows;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.Tensor;
import java.util.Optional;

/**
 * A column of lists of one length as a tensor [N,K] or [N,…]: what holds for the elements holds.
 */
final class ListInput extends InputBinder {
  private final ListReader lists;
  private final RowShape shape;
  private final InputBinder elements;
  private Rows arranged;
  private int wanted = -1;
  private int length;

  /**
   * @param elements binds the elements of {@code lists} one after the other
   */
  ListInput(
      ModelInput input, ListReader lists, NullPolicy nulls, RowShape shape, InputBinder elements) {
    super(input, new BoundColumn[] {lists}, nulls);
    this.lists = lists;
    this.shape = shape;
    this.elements = elements;
  }

  ListReader lists() {
    return lists;
  }

  /** What stands for the number of elements; empty where the model fixes it. */
  Optional<Object> axis() {
    return shape.axis();
  }

  /** Says how many elements the lists have that are bound next; -1 to let the first one say it. */
  void expect(int elements) {
    wanted = elements;
  }

  /** Elements of each list that was bound last, before those are lists themselves. */
  int length() {
    return length;
  }

  /** The fewest elements that the model takes. */
  int leastLength() {
    return shape.leastLength();
  }

  /** The dims of rows whose lists have so many elements. */
  long[] dims(int rows, int elements) {
    return shape.dims(rows, elements);
  }

  /** A copy of the elements of some rows, which the next call overwrites. */
  Tensor packed(Rows rows, int elements) {
    expect(elements);
    refuseNulls(rows);
    prepare(rows);
    return pack(rows);
  }

  @Override
  void prepare(Rows rows) {
    length = lists.arrange(rows, wanted);
    arranged = Rows.all(lists.elementsOf(rows, length));
  }

  @Override
  Optional<String> standingObstacle() {
    return elements.standingObstacle();
  }

  @Override
  Optional<String> momentaryObstacle(int rows) {
    return arranged.count() == 0
        ? Optional.of("its lists are empty")
        : elements.momentaryObstacle(arranged.count());
  }

  @Override
  Bound view(Rows rows) {
    Bound bound = elements.view(arranged);
    return new Bound(shaped(bound.tensor(), rows), bound.view());
  }

  @Override
  Optional<DirectInput> place(ColumnPlan plan) {
    int column = lists.position();
    boolean isMatrix = lists.isFlat() && axis().isEmpty() && elements instanceof NumberInput;
    if (column < 0 || !isMatrix) {
      return Optional.empty();
    }
    int size = plan.listSize(column);
    return Optional.of(
        new DirectNumbers(
            new int[] {column},
            nulls instanceof NullPolicy.Nan,
            input.dtype(),
            plan.valuesAt(column),
            rows -> Math.multiplyExact(rows, size),
            rows -> Layout.contiguous(shape.dims(rows, size))));
  }

  @Override
  Tensor pack(Rows rows) {
    return shaped(elements.pack(arranged), rows);
  }

  private Tensor shaped(Tensor elements, Rows rows) {
    return new Tensor(elements.storage(), Layout.contiguous(shape.dims(rows.count(), length)));
  }

  @Override
  long[] dims(int rows) {
    return shape.dims(rows, Math.max(length, shape.leastLength()));
  }
}
