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
import java.util.Map;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Rows whose lists differ in length. */
class RaggedBinderTest extends AllocatorTestBase {
  private static final ArrowType LONG = new ArrowType.Int(64, true);
  private static final Extent ROWS = Extent.symbolic(new SymbolId("N"));
  private static final Extent LENGTH = Extent.symbolic(new SymbolId("L"));
  private static final ModelInput IDS = new ModelInput("ids", DType.I64, Shape.of(ROWS, LENGTH));
  private static final ModelInput TYPES =
      new ModelInput("types", DType.F32, Shape.of(ROWS, LENGTH));
  private static final ModelInput MASK = new ModelInput("mask", DType.BOOL, Shape.of(ROWS, LENGTH));
  private static final ModelInput X =
      new ModelInput("x", DType.I64, Shape.of(ROWS, Extent.fixed(1)));

  private static Field list(String name, ArrowType element) {
    return new Field(
        name,
        FieldType.nullable(ArrowType.List.INSTANCE),
        List.of(Field.nullable("item", element)));
  }

  private ArrowBatch batch(Schema schema, Object[]... rows) {
    try (ArrowBatchBuilder builder = ArrowBatchBuilder.create(allocator, schema, rows.length)) {
      for (Object[] row : rows) {
        builder.startRow();
        for (int column = 0; column < row.length; column++) {
          builder.setValue(column, row[column]);
        }
        builder.endRow();
      }
      return builder.finish();
    }
  }

  private static Object[] row(Object... fields) {
    return fields;
  }

  /** Ids of 3, 1, 3 and 2 elements beside a number. */
  private ArrowBatch ids() {
    return batch(
        new Schema(List.of(list("ids", LONG), Field.nullable("x", LONG))),
        row(List.of(1L, 2L, 3L), 10L),
        row(List.of(4L), 20L),
        row(List.of(5L, 6L, 7L), 30L),
        row(List.of(8L, 9L), 40L));
  }

  private static RaggedBinder binder(ArrowBatch batch, ListPadding padding, ModelInput... inputs) {
    List<InputBinding> bindings =
        Arrays.stream(inputs)
            .map(
                input ->
                    input.equals(MASK)
                        ? (InputBinding) InputBinding.mask("mask")
                        : InputBinding.column(input.name(), input.name()))
            .toList();
    return BatchBinder.of(batch.schema(), List.of(inputs), bindings).ragged(padding);
  }

  @Test
  void rowsArePaddedBesideTheirMask() {
    try (ArrowBatch batch = ids()) {
      RaggedBinder binder =
          binder(
              batch, new ListPadding(Integer.MAX_VALUE, false, Map.of("ids", -1L)), MASK, IDS, X);
      assertThat(binder.axes()).isEqualTo(1);
      assertThat(binder.column(0)).isEqualTo("ids");
      assertThat(binder.isEven()).isFalse();
      binder.open(batch);
      assertThat(new int[] {binder.length(0, 0), binder.length(0, 1), binder.length(0, 3)})
          .containsExactly(3, 1, 2);
      try (BoundBatch bound = binder.bind(new int[] {1, 3, 0}, new int[] {4})) {
        assertThat(bound.batchRows()).containsExactly(1, 3, 0);
        assertThat(bound.tensors().get(0).toLongs())
            .containsExactly(1, 0, 0, 0, 1, 1, 0, 0, 1, 1, 1, 0);
        assertThat(bound.tensors().get(1).dims()).containsExactly(3, 4);
        assertThat(bound.tensors().get(1).toLongs())
            .containsExactly(4, -1, -1, -1, 8, 9, -1, -1, 1, 2, 3, -1);
        assertThat(bound.tensors().get(2).toLongs()).containsExactly(20, 40, 10);
      }
      // less room than before, and the padding of others is not seen
      try (BoundBatch bound = binder.bind(new int[] {3}, new int[] {3})) {
        assertThat(bound.tensors().get(1).toLongs()).containsExactly(8, 9, -1);
        assertThat(bound.tensors().get(2).toLongs()).containsExactly(40);
      }
    }
  }

  @Test
  void rowsOfOneLengthThatFollowEachOtherAreReadInPlace() {
    Schema schema = new Schema(List.of(list("ids", LONG)));
    try (ArrowBatch batch =
        batch(schema, row(List.of(1L)), row(List.of(2L, 3L)), row(List.of(4L, 5L)))) {
      RaggedBinder binder = binder(batch, ListPadding.none(), IDS);
      binder.open(batch);
      try (BoundBatch bound = binder.bind(new int[] {1, 2}, new int[] {2})) {
        Tensor tensor = bound.tensors().get(0);
        FieldVector elements = batch.vector(0).getChildrenFromFields().get(0);
        assertThat(tensor.toLongs()).containsExactly(2, 3, 4, 5);
        assertThat(Vectors.address(tensor.storage()))
            .isEqualTo(elements.getDataBuffer().memoryAddress() + 8);
      }
    }
  }

  @Test
  void longListsLoseTheirEndOrTheirBeginning() {
    try (ArrowBatch batch = ids()) {
      for (boolean keepsEnd : new boolean[] {false, true}) {
        RaggedBinder binder = binder(batch, new ListPadding(2, keepsEnd, Map.of()), IDS);
        binder.open(batch);
        assertThat(binder.found(0, 0)).isEqualTo(3);
        assertThat(binder.length(0, 0)).isEqualTo(2);
        try (BoundBatch bound = binder.bind(new int[] {1, 0, 2, 3}, new int[] {2})) {
          assertThat(bound.tensors().get(0).toLongs())
              .containsExactly(
                  keepsEnd
                      ? new long[] {4, 0, 2, 3, 6, 7, 8, 9}
                      : new long[] {4, 0, 1, 2, 5, 6, 8, 9});
        }
        try (BoundBatch bound = binder.bind(new int[] {2, 3}, new int[] {2})) {
          assertThat(bound.tensors().get(0).toLongs())
              .containsExactly(keepsEnd ? new long[] {6, 7, 8, 9} : new long[] {5, 6, 8, 9});
        }
      }
    }
  }

  @Test
  void whatIsCutOffMayBeNull() {
    Schema schema = new Schema(List.of(list("ids", LONG)));
    try (ArrowBatch batch = batch(schema, row(Arrays.asList(1L, null)))) {
      RaggedBinder binder = binder(batch, new ListPadding(1, false, Map.of()), IDS);
      binder.open(batch);
      try (BoundBatch bound = binder.bind(new int[] {0}, new int[] {1})) {
        assertThat(bound.tensors().get(0).toLongs()).containsExactly(1);
      }
      RaggedBinder last = binder(batch, new ListPadding(1, true, Map.of()), IDS);
      last.open(batch);
      assertThatThrownBy(() -> last.bind(new int[] {0}, new int[] {1}))
          .isInstanceOf(NullNotAllowed.class);
    }
  }

  @Test
  void listsOfOneAxisMustAgree() {
    Schema schema = new Schema(List.of(list("ids", LONG), list("types", LONG)));
    try (ArrowBatch batch =
        batch(
            schema,
            row(List.of(1L, 2L), List.of(0L, 0L)),
            row(List.of(1L, 2L), List.of(0L)),
            row(List.of(1L, 2L, 3L), null))) {
      RaggedBinder binder = binder(batch, ListPadding.none(), IDS, TYPES);
      binder.open(batch);
      assertThat(binder.axes()).isEqualTo(1);
      assertThat(binder.uneven()).containsOnlyKeys(1);
      assertThat(binder.uneven().get(1))
          .hasMessageContaining("Column 'types', row 1: expected a list of 2 elements, found 1");
      // what is missing is as long as the list beside it
      try (BoundBatch bound = binder.bind(new int[] {0, 2}, new int[] {4})) {
        float nan = Float.NaN;
        assertThat(bound.tensors().get(1).toFloats()).containsExactly(0, 0, 0, 0, nan, nan, nan, 0);
      }
    }
  }

  @Test
  void inputsMayHaveLengthsOfTheirOwn() {
    ModelInput other =
        new ModelInput("types", DType.F32, Shape.of(ROWS, Extent.symbolic(new SymbolId("M"))));
    Schema schema = new Schema(List.of(list("ids", LONG), list("types", LONG)));
    try (ArrowBatch batch = batch(schema, row(List.of(1L, 2L), List.of(7L)))) {
      RaggedBinder binder = binder(batch, ListPadding.none(), IDS, other);
      binder.open(batch);
      assertThat(binder.axes()).isEqualTo(2);
      assertThat(binder.uneven()).isEmpty();
      try (BoundBatch bound = binder.bind(new int[] {0}, new int[] {2, 3})) {
        assertThat(bound.tensors().get(0).toLongs()).containsExactly(1, 2);
        assertThat(bound.tensors().get(1).toFloats()).containsExactly(7, 0, 0);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = DType.class,
      names = {"F64", "F32", "F16", "I64", "I32", "I16", "I8", "U8"})
  void everyDtypeIsPadded(DType dtype) {
    ModelInput input = new ModelInput("ids", dtype, Shape.of(ROWS, LENGTH));
    try (ArrowBatch batch = ids()) {
      RaggedBinder binder =
          binder(batch, new ListPadding(Integer.MAX_VALUE, false, Map.of("ids", 7L)), input);
      binder.open(batch);
      try (BoundBatch bound = binder.bind(new int[] {1, 3}, new int[] {3})) {
        assertThat(bound.tensors().get(0).toDoubles()).containsExactly(4, 7, 7, 8, 9, 7);
      }
    }
  }

  @Test
  void textIsPadded() {
    ModelInput words = new ModelInput("words", DType.STRING, Shape.of(ROWS, LENGTH));
    Schema schema = new Schema(List.of(list("words", ArrowType.Utf8.INSTANCE)));
    try (ArrowBatch batch = batch(schema, row(List.of("a", "bc")), row(List.of("d")))) {
      RaggedBinder binder =
          binder(batch, new ListPadding(Integer.MAX_VALUE, false, Map.of("words", "-")), words);
      binder.open(batch);
      try (BoundBatch bound = binder.bind(new int[] {1, 0}, new int[] {3})) {
        assertThat(bound.tensors().get(0).toStrings())
            .containsExactly("d", "-", "-", "a", "bc", "-");
      }
    }
  }

  @Test
  void elementsOfListsMayBeListsThemselves() {
    ModelInput steps = new ModelInput("steps", DType.F32, Shape.of(ROWS, LENGTH, Extent.fixed(2)));
    Field item = Field.nullable("item", new ArrowType.FloatingPoint(FloatingPointPrecision.SINGLE));
    Field pair =
        new Field("pair", FieldType.notNullable(new ArrowType.FixedSizeList(2)), List.of(item));
    Field field = new Field("steps", FieldType.nullable(ArrowType.List.INSTANCE), List.of(pair));
    List<ModelOutput> outputs = List.of(ModelOutput.tensor("steps", DType.F32, steps.shape()));
    OutputBinder writer = OutputBinder.of(outputs, List.of(OutputBinding.standard("steps")));
    assertThat(writer.schema().getFields().get(0).getType()).isEqualTo(field.getType());
    Tensor values = Tensor.of(new float[] {1, 2, 0, 0, 3, 4, 5, 6}, 2, 2, 2);
    try (ArrowBatch batch = writer.cut(allocator, List.of(values), List.of(new int[] {1, 2}))) {
      assertThat(batch.vector(0).getObject(0)).hasToString("[[1.0,2.0]]");
      assertThat(batch.vector(0).getObject(1)).hasToString("[[3.0,4.0],[5.0,6.0]]");
      RaggedBinder binder = binder(batch, ListPadding.none(), steps);
      binder.open(batch);
      try (BoundBatch bound = binder.bind(new int[] {0, 1}, new int[] {3})) {
        assertThat(bound.tensors().get(0).dims()).containsExactly(2, 3, 2);
        assertThat(bound.tensors().get(0).toFloats())
            .containsExactly(1, 2, 0, 0, 0, 0, 3, 4, 5, 6, 0, 0);
      }
    }
  }

  @Test
  void rowsAreGatheredFromSeveralBatches() {
    try (ArrowBatch first = ids();
        ArrowBatch second = ids();
        ArrowBatch all =
            RowGather.of(
                allocator,
                List.of(first, second),
                new int[] {1, 0, 1, 0},
                new int[] {3, 1, 0, 2})) {
      assertThat(all.rows()).isEqualTo(4);
      assertThat(all.vector("ids").getObject(0)).hasToString("[8,9]");
      assertThat(all.vector("ids").getObject(1)).hasToString("[4]");
      assertThat(all.vector("ids").getObject(3)).hasToString("[5,6,7]");
      assertThat(all.vector("x").getObject(2)).isEqualTo(10L);
    }
  }

  @Test
  void mistakesAreFoundBeforeAnyBatch() {
    try (ArrowBatch batch = ids()) {
      assertThatThrownBy(() -> binder(batch, new ListPadding(9, false, Map.of("ids", 0.5)), IDS))
          .isInstanceOf(BindingMismatch.class)
          .hasMessageContaining("expected an integer of type I64 to pad with");
      assertThatThrownBy(() -> binder(batch, new ListPadding(9, false, Map.of("other", 1L)), IDS))
          .isInstanceOf(BindingMismatch.class)
          .hasMessageContaining("Input 'other'");
      assertThatThrownBy(() -> binder(batch, ListPadding.none(), MASK, X))
          .isInstanceOf(BindingMismatch.class)
          .hasMessageContaining("beside lists at another input");
    }
  }
}
