package io.pelton.arrow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.SymbolId;
import io.pelton.engine.tensor.Tensor;
import java.util.Arrays;
import java.util.List;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Columns of lists as inputs [N,K] and [N,...]. */
class ListInputTest extends AllocatorTestBase {
  private static final ArrowType FLOAT = new ArrowType.FloatingPoint(FloatingPointPrecision.SINGLE);
  private static final ArrowType DOUBLE =
      new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE);
  private static final Extent ROWS = Extent.symbolic(new SymbolId("N"));
  private static final Shape ANY_LENGTH = Shape.of(ROWS, Extent.symbolic(new SymbolId("K")));

  private static Shape rows(int... dims) {
    Extent[] extents = new Extent[dims.length + 1];
    extents[0] = ROWS;
    for (int i = 0; i < dims.length; i++) {
      extents[i + 1] = Extent.fixed(dims[i]);
    }
    return Shape.of(extents);
  }

  static List<ArrowType> lists() {
    return List.of(new ArrowType.FixedSizeList(2), new ArrowType.List(), new ArrowType.LargeList());
  }

  private static BatchBinder binder(ArrowBatch batch, DType dtype, Shape shape, NullPolicy nulls) {
    return BatchBinder.of(
        batch.schema(),
        List.of(new ModelInput("x", dtype, shape)),
        List.of(InputBinding.column("x", "a").withNulls(nulls)));
  }

  private static float[] floats(ArrowBatch batch, NullPolicy nulls) {
    try (BoundBatch bound = binder(batch, DType.F32, ANY_LENGTH, nulls).bind(batch)) {
      Tensor tensor = bound.tensors().get(0);
      assertThat(tensor.dims()).containsExactly(bound.rows(), 2);
      return tensor.toFloats();
    }
  }

  private ArrowBatch batch(ArrowType lists, ArrowType elements, List<?>... rows) {
    return Vectors.batch(Vectors.lists(allocator.arrow(), lists, elements, rows));
  }

  @ParameterizedTest
  @MethodSource("lists")
  void listsOfOneLengthAreReadFromTheirElements(ArrowType lists) {
    try (ArrowBatch batch = batch(lists, FLOAT, List.of(1, 2), List.of(3, 4), List.of(5, 6))) {
      BatchBinder binder = binder(batch, DType.F32, rows(2), NullPolicy.fail());
      try (BoundBatch bound = binder.bind(batch)) {
        Tensor tensor = bound.tensors().get(0);
        assertThat(tensor.dims()).containsExactly(3, 2);
        assertThat(tensor.toFloats()).containsExactly(1, 2, 3, 4, 5, 6);
        assertThat(Vectors.address(tensor.storage()))
            .isEqualTo(elements(batch).getDataBuffer().memoryAddress());
        assertThat(binder.explain()).contains("zero-copy view (1 of 1");
      }
      try (ArrowBatch slice = batch.slice(1, 2);
          BoundBatch bound = binder.bind(slice)) {
        assertThat(bound.tensors().get(0).toFloats()).containsExactly(3, 4, 5, 6);
        assertThat(Vectors.address(bound.tensors().get(0).storage()))
            .isEqualTo(elements(batch).getDataBuffer().memoryAddress() + 8);
      }
    }
  }

  private static FieldVector elements(ArrowBatch batch) {
    return batch.vector(0).getChildrenFromFields().get(0);
  }

  @Test
  void listsMayNestAndTakeTheInputsShape() {
    Field item = Field.nullable("item", FLOAT);
    Field pair =
        new Field("pair", FieldType.nullable(new ArrowType.FixedSizeList(2)), List.of(item));
    Field field = new Field("a", FieldType.nullable(new ArrowType.FixedSizeList(3)), List.of(pair));
    FixedSizeListVector vector = (FixedSizeListVector) field.createVector(allocator.arrow());
    FieldVector inner = vector.getChildrenFromFields().get(0);
    FieldVector values = inner.getChildrenFromFields().get(0);
    vector.allocateNew();
    for (int row = 0; row < 2; row++) {
      vector.startNewValue(row);
    }
    for (int i = 0; i < 6; i++) {
      ((FixedSizeListVector) inner).startNewValue(i);
    }
    for (int i = 0; i < 12; i++) {
      Vectors.set(values, i, i);
    }
    inner.setNull(4);
    vector.setValueCount(2);
    try (ArrowBatch batch = Vectors.batch(vector)) {
      for (Shape shape : List.of(rows(3, 2), rows(6), rows(2, 3), Shape.UNRANKED)) {
        BatchBinder binder = binder(batch, DType.F32, shape, NullPolicy.defaultValue(-1.0));
        try (BoundBatch bound = binder.bind(batch)) {
          assertThat(bound.tensors().get(0).dims()[0]).isEqualTo(2);
          assertThat(bound.tensors().get(0).toFloats())
              .containsExactly(0, 1, 2, 3, 4, 5, 6, 7, -1, -1, 10, 11);
        }
        assertThat(binder.explain()).contains("packed, because column 'a' holds nulls");
      }
      assertThatThrownBy(() -> binder(batch, DType.F32, rows(5), NullPolicy.nan()))
          .isInstanceOf(BindingMismatch.class)
          .hasMessageContaining("expected a shape [N,3,2] for its lists, found shape [N,5]");
      assertThatThrownBy(() -> binder(batch, DType.F32, ANY_LENGTH, NullPolicy.nan()))
          .isInstanceOf(BindingMismatch.class);
    }
  }

  @ParameterizedTest
  @MethodSource("lists")
  void nullListsAndNullElementsFollowThePolicy(ArrowType lists) {
    try (ArrowBatch batch =
        batch(lists, DOUBLE, List.of(1, 2), null, Arrays.asList(5, null), List.of(7, 8))) {
      float nan = Float.NaN;
      assertThat(floats(batch, NullPolicy.nan())).containsExactly(1, 2, nan, nan, 5, nan, 7, 8);
      assertThat(floats(batch, NullPolicy.defaultValue(9L)))
          .containsExactly(1, 2, 9, 9, 5, 9, 7, 8);
      assertThat(floats(batch, NullPolicy.drop())).containsExactly(1, 2, 7, 8);
      assertThatThrownBy(() -> floats(batch, NullPolicy.fail()))
          .isInstanceOf(NullNotAllowed.class)
          .hasMessageContaining("column 'a', row 1");
      try (ArrowBatch slice = batch.slice(2, 2)) {
        assertThat(floats(slice, NullPolicy.nan())).containsExactly(5, nan, 7, 8);
      }
    }
  }

  @Test
  void elementsThatDoNotFitNameTheRow() {
    ArrowType longs = new ArrowType.Int(64, true);
    try (ArrowBatch batch = batch(new ArrowType.List(), longs, List.of(1, 2), List.of(3, 300))) {
      assertThatThrownBy(() -> binder(batch, DType.I8, rows(2), NullPolicy.fail()).bind(batch))
          .isInstanceOf(ValueOutOfRange.class)
          .hasMessageContaining("Column 'a', row 1: 300 does not fit I8");
    }
  }

  @Test
  void listsOfOtherLengthsAreNamed() {
    try (ArrowBatch batch =
        batch(new ArrowType.List(), FLOAT, List.of(1, 2), List.of(3, 4), List.of(5))) {
      assertThatThrownBy(() -> binder(batch, DType.F32, ANY_LENGTH, NullPolicy.nan()).bind(batch))
          .isInstanceOfSatisfying(
              UnevenLists.class, failure -> assertThat(failure.row()).isEqualTo(2))
          .hasMessageContaining("expected a list of 2 elements, found 1");
      assertThatThrownBy(() -> binder(batch, DType.F32, rows(3), NullPolicy.nan()).bind(batch))
          .isInstanceOf(UnevenLists.class)
          .hasMessageContaining("row 0: expected a list of 3 elements, found 2");
      assertThatThrownBy(() -> binder(batch, DType.F32, Shape.of(ROWS), NullPolicy.nan()))
          .isInstanceOf(BindingMismatch.class)
          .hasMessageContaining("shape [N,K] for its lists");
    }
  }

  @Test
  void emptyListsAndNoRowsGiveEmptyTensors() {
    try (ArrowBatch batch = batch(new ArrowType.List(), FLOAT, List.of(), List.of());
        BoundBatch bound = binder(batch, DType.F32, ANY_LENGTH, NullPolicy.nan()).bind(batch)) {
      assertThat(bound.tensors().get(0).dims()).containsExactly(2, 0);
    }
    try (ArrowBatch batch = batch(new ArrowType.FixedSizeList(2), FLOAT);
        BoundBatch bound = binder(batch, DType.F32, rows(2), NullPolicy.nan()).bind(batch)) {
      assertThat(bound.tensors().get(0).dims()).containsExactly(0, 2);
    }
    try (ArrowBatch batch = batch(new ArrowType.List(), FLOAT, null, null);
        BoundBatch bound = binder(batch, DType.F32, rows(2), NullPolicy.nan()).bind(batch)) {
      assertThat(bound.tensors().get(0).toFloats())
          .containsExactly(Float.NaN, Float.NaN, Float.NaN, Float.NaN);
    }
  }

  @ParameterizedTest
  @MethodSource("lists")
  void listsOfText(ArrowType lists) {
    try (ArrowBatch batch =
        batch(lists, new ArrowType.Utf8(), List.of("a", "bc"), List.of("", "def"), null)) {
      BatchBinder binder = binder(batch, DType.STRING, rows(2), NullPolicy.defaultValue("?"));
      try (BoundBatch bound = binder.bind(batch)) {
        assertThat(bound.tensors().get(0).toStrings())
            .containsExactly("a", "bc", "", "def", "?", "?");
      }
      try (ArrowBatch slice = batch.slice(1, 1);
          BoundBatch bound = binder.bind(slice)) {
        assertThat(bound.tensors().get(0).toStrings()).containsExactly("", "def");
        assertThat(binder.explain()).contains("zero-copy view");
      }
    }
  }
}
