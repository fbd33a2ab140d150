package io.pelton.arrow;

import static io.pelton.arrow.Columns.append;
import static io.pelton.arrow.Columns.batch;
import static io.pelton.arrow.Columns.field;
import static io.pelton.arrow.Columns.row;
import static io.pelton.arrow.Columns.schema;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.HeapStorage;
import io.pelton.engine.tensor.NativeStorage;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.SymbolId;
import io.pelton.engine.tensor.Tensor;
import java.util.List;
import org.apache.arrow.memory.util.MemoryUtil;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.Test;

class BatchBinderTest extends AllocatorTestBase {
  private static final Extent ROWS = Extent.symbolic(new SymbolId("N"));
  private static final Schema SCHEMA =
      schema(
          field("a", DType.F32),
          field("text", DType.STRING),
          field("b", DType.F32),
          field("c", DType.F32),
          field("i", DType.I64),
          field("flag", DType.BOOL));

  private static ModelInput vector(String name, DType dtype) {
    return new ModelInput(name, dtype, Shape.of(ROWS));
  }

  private static ModelInput matrix(String name, DType dtype, int width) {
    return new ModelInput(name, dtype, Shape.of(ROWS, Extent.fixed(width)));
  }

  private static BatchBinder binder(ModelInput input, InputBinding binding) {
    return BatchBinder.of(SCHEMA, List.of(input), List.of(binding));
  }

  private static long address(Tensor tensor) {
    NativeStorage storage = (NativeStorage) tensor.storage();
    return MemoryUtil.getByteBufferAddress(storage.bytes()) + 4 * tensor.layout().offset();
  }

  private ArrowBatch some() {
    return batch(
        allocator,
        SCHEMA,
        row(1f, "s", 2f, 3f, 10L, true),
        row(4f, null, null, 6f, null, false),
        row(7f, "", 8f, 9f, 30L, null));
  }

  @Test
  void builtColumnsOfFloatsAreOneMatrixInPlace() {
    BatchBinder binder =
        binder(matrix("x", DType.F32, 3), InputBinding.columns("x", List.of("a", "b", "c")));
    assertThat(binder.explain())
        .isEqualTo(
            "input 'x' F32[N,3] from [a, b, c]: zero-copy view where a batch's memory allows it");
    try (ArrowBatch batch = some();
        BoundBatch bound = binder.bind(batch)) {
      Tensor x = bound.tensors().get(0);
      assertThat(x.dims()).containsExactly(3, 3);
      assertThat(x.toFloats()).containsExactly(1f, 2f, 3f, 4f, Float.NaN, 6f, 7f, 8f, 9f);
      assertThat(address(x)).isEqualTo(batch.vector("a").getDataBuffer().memoryAddress());
      assertThat(binder.explain()).contains("zero-copy view (1 of 1 batches without a copy)");
    }
  }

  @Test
  void columnsInAnyOrderAtOneStrideAreInPlace() {
    BatchBinder binder =
        binder(matrix("x", DType.F32, 2), InputBinding.columns("x", List.of("c", "a")));
    try (ArrowBatch batch = some();
        BoundBatch bound = binder.bind(batch)) {
      Tensor x = bound.tensors().get(0);
      assertThat(x.toFloats()).containsExactly(3f, 1f, 6f, 4f, 9f, 7f);
      assertThat(x.layout().stride(1)).isNegative();
      assertThat(address(x)).isEqualTo(batch.vector("c").getDataBuffer().memoryAddress());
    }
  }

  @Test
  void aViewOutlivesItsBatch() {
    BatchBinder binder = binder(vector("x", DType.F32), InputBinding.column("x", "a"));
    ArrowBatch batch = some();
    BoundBatch bound = binder.bind(batch);
    batch.close();
    assertThat(bound.tensors().get(0).toFloats()).containsExactly(1f, 4f, 7f);
    bound.close();
  }

  @Test
  void aSliceIsReadInPlaceFromItsFirstRow() {
    BatchBinder binder =
        binder(matrix("x", DType.F32, 3), InputBinding.columns("x", List.of("a", "b", "c")));
    try (ArrowBatch batch = some();
        ArrowBatch slice = batch.slice(2, 1);
        BoundBatch bound = binder.bind(slice)) {
      assertThat(bound.tensors().get(0).toFloats()).containsExactly(7f, 8f, 9f);
      assertThat(address(bound.tensors().get(0)))
          .isEqualTo(batch.vector("a").getDataBuffer().memoryAddress() + 8);
      assertThat(binder.explain()).contains("zero-copy view");
    }
  }

  @Test
  void oneColumnOfTextIsInPlace() {
    Schema schema = schema(field("text", DType.STRING));
    BatchBinder binder =
        BatchBinder.of(
            schema,
            List.of(matrix("x", DType.STRING, 1)),
            List.of(InputBinding.column("x", "text")));
    try (ArrowBatch batch = batch(allocator, schema, row("é"), row(""), row("long enough"));
        BoundBatch bound = binder.bind(batch)) {
      Tensor x = bound.tensors().get(0);
      assertThat(x.dims()).containsExactly(3, 1);
      assertThat(x.toStrings()).containsExactly("é", "", "long enough");
      assertThat(binder.explain()).contains("zero-copy view");
    }
  }

  @Test
  void packingSaysWhy() {
    try (ArrowBatch batch = some()) {
      assertThat(explained(batch, vector("x", DType.BOOL), nullsTo(0, "flag")))
          .contains("packed, because column 'flag' is packed: one bit per value");
      assertThat(explained(batch, vector("x", DType.F32), InputBinding.column("x", "i")))
          .contains("packed, because column 'i' is I64 and the input F32");
      assertThat(explained(batch, vector("x", DType.I64), nullsTo(0, "i")))
          .contains("packed, because column 'i' holds nulls");
      assertThat(
              explained(
                  batch,
                  vector("x", DType.F32),
                  InputBinding.column("x", "b").withNulls(NullPolicy.drop())))
          .contains("packed, because its rows do not follow each other in the batch");
      assertThat(
              explained(
                  batch,
                  vector("x", DType.STRING),
                  InputBinding.column("x", "text").withNulls(NullPolicy.defaultValue("?"))))
          .contains("packed, because column 'text' holds nulls");
      try (ArrowBatch none = batch.slice(0, 0)) {
        assertThat(explained(none, vector("x", DType.F32), InputBinding.column("x", "a")))
            .contains("packed, because the batch is empty");
      }
    }
  }

  private static InputBinding nullsTo(long value, String column) {
    return InputBinding.column("x", column).withNulls(NullPolicy.defaultValue(value));
  }

  private static String explained(ArrowBatch batch, ModelInput input, InputBinding binding) {
    BatchBinder binder = binder(input, binding);
    binder.bind(batch).close();
    return binder.explain();
  }

  @Test
  void columnsOfSeveralAllocationsArePacked() {
    try (ArrowBatch left = batch(allocator, schema(field("a", DType.F32)), row(1f), row(2f));
        ArrowBatch right = batch(allocator, schema(field("b", DType.F32)), row(3f), row(4f));
        ArrowBatch batch = left.beside(right)) {
      BatchBinder binder =
          BatchBinder.of(
              batch.schema(),
              List.of(matrix("x", DType.F32, 2)),
              List.of(InputBinding.columns("x", List.of("a", "b"))));
      try (BoundBatch bound = binder.bind(batch)) {
        assertThat(bound.tensors().get(0).toFloats()).containsExactly(1f, 3f, 2f, 4f);
        assertThat(binder.explain())
            .contains("packed, because the columns do not lie at one stride in one buffer");
      }
    }
  }

  @Test
  void severalColumnsOfTextAreInterleaved() {
    Schema schema = schema(field("a", DType.STRING), field("b", DType.STRING));
    BatchBinder binder =
        BatchBinder.of(
            schema,
            List.of(matrix("x", DType.STRING, 2)),
            List.of(
                InputBinding.columns("x", List.of("a", "b"))
                    .withNulls(NullPolicy.defaultValue("?"))));
    try (ArrowBatch batch = batch(allocator, schema, row("a1", "b1"), row(null, "b2"));
        BoundBatch bound = binder.bind(batch)) {
      Tensor x = bound.tensors().get(0);
      assertThat(x.dims()).containsExactly(2, 2);
      assertThat(x.toStrings()).containsExactly("a1", "b1", "?", "b2");
    }
  }

  @Test
  void packingMemoryIsReused() {
    BatchBinder binder = binder(vector("x", DType.F32), InputBinding.column("x", "i"));
    Object array = null;
    for (int round = 0; round < 3; round++) {
      try (ArrowBatch batch = some();
          BoundBatch bound = binder.bind(batch)) {
        HeapStorage storage = (HeapStorage) bound.tensors().get(0).storage();
        assertThat(array == null || array == storage.array()).isTrue();
        array = storage.array();
      }
    }
  }

  @Test
  void nullsBecomeWhatThePolicySays() {
    try (ArrowBatch batch = some()) {
      assertThat(floats(batch, "b", NullPolicy.standard())).containsExactly(2f, Float.NaN, 8f);
      assertThat(floats(batch, "b", NullPolicy.nan())).containsExactly(2f, Float.NaN, 8f);
      assertThat(floats(batch, "b", NullPolicy.defaultValue(-1.5))).containsExactly(2f, -1.5f, 8f);
      assertThat(floats(batch, "b", NullPolicy.defaultValue(3L))).containsExactly(2f, 3f, 8f);
      assertThat(floats(batch, "i", NullPolicy.nan())).containsExactly(10f, Float.NaN, 30f);
      assertThat(floats(batch, "flag", NullPolicy.nan())).containsExactly(1f, 0f, Float.NaN);
      assertThat(floats(batch, "a", NullPolicy.fail())).containsExactly(1f, 4f, 7f);
      assertThatThrownBy(() -> floats(batch, "b", NullPolicy.fail()))
          .isInstanceOf(NullNotAllowed.class)
          .hasMessageContaining("Input 'x', column 'b', row 1: null is not allowed");
    }
  }

  private static float[] floats(ArrowBatch batch, String column, NullPolicy nulls) {
    BatchBinder binder =
        binder(vector("x", DType.F32), InputBinding.column("x", column).withNulls(nulls));
    try (BoundBatch bound = binder.bind(batch)) {
      return bound.tensors().get(0).toFloats();
    }
  }

  @Test
  void integersAndTextHaveNoStandardFill() {
    try (ArrowBatch batch = some()) {
      BatchBinder integers = binder(vector("x", DType.I64), InputBinding.column("x", "i"));
      assertThatThrownBy(() -> integers.bind(batch))
          .isInstanceOf(NullNotAllowed.class)
          .hasMessageContaining("column 'i', row 1");
      BatchBinder text = binder(vector("x", DType.STRING), InputBinding.column("x", "text"));
      assertThatThrownBy(() -> text.bind(batch))
          .isInstanceOf(NullNotAllowed.class)
          .hasMessageContaining("column 'text', row 1");
    }
  }

  @Test
  void droppedRowsAreLeftOutEverywhereAndReported() {
    BatchBinder binder =
        BatchBinder.of(
            SCHEMA,
            List.of(vector("n", DType.F32), vector("t", DType.STRING), matrix("f", DType.F32, 1)),
            List.of(
                InputBinding.column("t", "text").withNulls(NullPolicy.drop()),
                InputBinding.column("n", "a"),
                InputBinding.column("f", "flag").withNulls(NullPolicy.drop())));
    try (ArrowBatch batch =
            batch(
                allocator,
                SCHEMA,
                row(1f, "one", 0f, 0f, 1L, true),
                row(2f, null, 0f, 0f, 1L, null),
                row(3f, "three", 0f, 0f, 1L, null),
                row(4f, "four", 0f, 0f, 1L, false));
        BoundBatch bound = binder.bind(batch);
        ArrowBatch kept = batch.select(bound.batchRows())) {
      assertThat(bound.rows()).isEqualTo(2);
      assertThat(bound.tensors().get(0).toFloats()).containsExactly(1f, 4f);
      assertThat(bound.tensors().get(1).toStrings()).containsExactly("one", "four");
      assertThat(bound.tensors().get(2).toFloats()).containsExactly(1f, 0f);
      assertThat(bound.rejected())
          .containsExactly(new RejectedRow(1, "t", "text"), new RejectedRow(2, "f", "flag"));
      assertThat(bound.batchRows()).containsExactly(0, 3);
      assertThat(kept.vector("a").getObject(1)).isEqualTo(4f);
    }
  }

  @Test
  void aFailureReleasesTheViewsMadeBefore() {
    BatchBinder binder =
        BatchBinder.of(
            SCHEMA,
            List.of(vector("a", DType.F32), vector("i", DType.I64)),
            List.of(InputBinding.column("a", "a"), InputBinding.column("i", "i")));
    try (ArrowBatch batch = some()) {
      assertThatThrownBy(() -> binder.bind(batch)).isInstanceOf(NullNotAllowed.class);
    }
  }

  @Test
  void anEmptyBatchGivesEmptyTensors() {
    BatchBinder binder =
        binder(matrix("x", DType.F32, 3), InputBinding.columns("x", List.of("a", "b", "c")));
    try (ArrowBatch batch = batch(allocator, SCHEMA);
        BoundBatch bound = binder.bind(batch)) {
      assertThat(bound.tensors().get(0).dims()).containsExactly(0, 3);
      assertThat(bound.tensors().get(0).toFloats()).isEmpty();
    }
  }

  @Test
  void integersMustFitNarrowerOnes() {
    try (ArrowBatch batch =
        batch(allocator, SCHEMA, row(0f, "", 0f, 0f, 5L, true), row(0f, "", 0f, 0f, 300L, true))) {
      BatchBinder binder = binder(vector("x", DType.I8), InputBinding.column("x", "i"));
      assertThatThrownBy(() -> binder.bind(batch))
          .isInstanceOf(ValueOutOfRange.class)
          .hasMessageContaining("Column 'i', row 1: 300 does not fit I8");
    }
  }

  @Test
  void anotherSchemaIsCheckedAnew() {
    BatchBinder binder = binder(vector("x", DType.F32), InputBinding.column("x", "c"));
    Schema other = schema(field("c", DType.F64), field("z", DType.F32));
    try (ArrowBatch first = some();
        ArrowBatch second = batch(allocator, other, row(0.1000000000001, 1f))) {
      binder.bind(first).close();
      try (BoundBatch bound = binder.bind(second)) {
        assertThat(bound.tensors().get(0).toFloats()).containsExactly(0.1f);
      }
      BatchBinder lost = binder(vector("x", DType.F32), InputBinding.column("x", "a"));
      assertThatThrownBy(() -> lost.bind(second)).isInstanceOf(UnknownColumn.class);
    }
  }

  @Test
  void mistakesAreFoundBeforeAnyBatch() {
    assertThatThrownBy(() -> binder(vector("x", DType.F32), InputBinding.column("x", "age")))
        .isInstanceOf(UnknownColumn.class)
        .hasMessageContaining(
            "'age', which input 'x' needs; the columns are [a, text, b, c, i, flag]");
    refused(
        vector("x", DType.F32), InputBinding.column("x", "text"), "a column of numbers for F32");
    refused(vector("x", DType.I64), InputBinding.column("x", "a"), "a column of integers for I64");
    refused(vector("x", DType.STRING), InputBinding.column("x", "a"), "a column of strings");
    refused(vector("x", DType.BOOL), InputBinding.column("x", "i"), "a column of truth values");
    refused(
        vector("x", DType.C64), InputBinding.column("x", "a"), "numbers, truth values or strings");
    refused(
        matrix("x", DType.F32, 4),
        InputBinding.columns("x", List.of("a", "b")),
        "expected shape [N,2] for [a, b], found shape [N,4]");
    refused(matrix("x", DType.F32, 4), InputBinding.column("x", "a"), "shape [N] or [N,1]");
    refused(vector("x", DType.F32), InputBinding.columns("x", List.of("a")), "shape [N,1]");
    refused(
        vector("x", DType.F32),
        InputBinding.column("x", "a").withNulls(NullPolicy.defaultValue("?")),
        "fail, drop, nan or a default that F32 holds");
    refused(
        vector("x", DType.I64),
        InputBinding.column("x", "i").withNulls(NullPolicy.nan()),
        "fail, drop or a default that I64 holds");
    refused(
        vector("x", DType.I8),
        InputBinding.column("x", "i").withNulls(NullPolicy.defaultValue(128L)),
        "a default that I8 holds");
    refused(
        vector("x", DType.STRING),
        InputBinding.column("x", "text").withNulls(NullPolicy.nan()),
        "fail, drop or a default string");
    refused(
        vector("x", DType.F32), InputBinding.column("y", "a"), "expected a binding, found none");
  }

  private static void refused(ModelInput input, InputBinding binding, String expected) {
    assertThatThrownBy(() -> binder(input, binding))
        .isInstanceOf(BindingMismatch.class)
        .hasMessageContaining("Input 'x'")
        .hasMessageContaining(expected);
  }

  @Test
  void bindingsAndInputsMustMatch() {
    InputBinding x = InputBinding.column("x", "a");
    InputBinding y = InputBinding.column("y", "a");
    assertThatThrownBy(() -> BatchBinder.of(SCHEMA, List.of(vector("x", DType.F32)), List.of(x, y)))
        .isInstanceOf(BindingMismatch.class)
        .hasMessageContaining("Input 'y'");
    assertThatThrownBy(() -> BatchBinder.of(SCHEMA, List.of(vector("x", DType.F32)), List.of(x, x)))
        .isInstanceOf(BindingMismatch.class)
        .hasMessageContaining("bind each input once");
  }

  @Test
  void theCollectedSchemaNeedsNoPacking() {
    List<ModelInput> inputs = List.of(matrix("x", DType.F32, 2), vector("k", DType.STRING));
    List<InputBinding> bindings =
        List.of(InputBinding.column("k", "kind"), InputBinding.columns("x", List.of("p", "q")));
    Schema schema = InputBinding.schema(inputs, bindings);
    assertThat(schema)
        .isEqualTo(
            schema(field("p", DType.F32), field("q", DType.F32), field("kind", DType.STRING)));
    BatchBinder binder = BatchBinder.of(schema, inputs, bindings);
    try (ArrowBatchBuilder builder = ArrowBatchBuilder.create(allocator, schema, 100)) {
      append(builder, row(1.5, 2, "k"), row(3, null, "l"));
      try (ArrowBatch batch = builder.finish();
          BoundBatch bound = binder.bind(batch)) {
        assertThat(bound.tensors().get(0).toFloats()).containsExactly(1.5f, 2f, 3f, Float.NaN);
        assertThat(binder.explain()).doesNotContain("packed");
      }
    }
  }
}
