package io.pelton.arrow;

import static io.pelton.arrow.Columns.append;
import static io.pelton.arrow.Columns.field;
import static io.pelton.arrow.Columns.row;
import static io.pelton.arrow.Columns.schema;
import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.SymbolId;
import io.pelton.engine.tensor.Tensor;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.Test;

/** Rows of a builder as inputs in place: the same as those of the batch that it would make. */
class DirectBindingTest extends AllocatorTestBase {
  private static final int CAPACITY = 32;
  private static final Extent ROWS = Extent.symbolic(new SymbolId("N"));

  private static final Schema SCHEMA =
      schema(
          field("a", DType.F32),
          field("n", DType.I64),
          field("b", DType.F32),
          field("c", DType.F32),
          field("text", DType.STRING),
          field("half", DType.F16),
          field("filled", DType.F32),
          new Field(
              "list",
              FieldType.nullable(new ArrowType.FixedSizeList(4)),
              List.of(field("item", DType.F32))));

  private static final List<ModelInput> INPUTS =
      List.of(
          input("matrix", DType.F32, Extent.fixed(3)),
          input("backwards", DType.F32, Extent.fixed(2)),
          input("count", DType.I64),
          input("text", DType.STRING, Extent.fixed(1)),
          input("half", DType.F16),
          input("filled", DType.F32, Extent.fixed(1)),
          input("cube", DType.F32, Extent.fixed(2), Extent.fixed(2)));

  private static final List<InputBinding> BINDINGS =
      List.of(
          InputBinding.columns("matrix", List.of("a", "b", "c")),
          InputBinding.columns("backwards", List.of("c", "b")),
          InputBinding.column("count", "n").withNulls(NullPolicy.defaultValue(-7L)),
          InputBinding.column("text", "text").withNulls(NullPolicy.defaultValue("?")),
          InputBinding.column("half", "half"),
          InputBinding.column("filled", "filled").withNulls(NullPolicy.defaultValue(0.1)),
          InputBinding.column("cube", "list"));

  private final Random random = new Random(5);

  private static ModelInput input(String name, DType dtype, Extent... others) {
    Extent[] extents = new Extent[others.length + 1];
    extents[0] = ROWS;
    System.arraycopy(others, 0, extents, 1, others.length);
    return new ModelInput(name, dtype, Shape.of(extents));
  }

  private Object[] randomRow() {
    return row(
        orNull(random.nextFloat()),
        orNull(random.nextLong()),
        orNull(random.nextFloat()),
        orNull(random.nextFloat()),
        orNull("t".repeat(random.nextInt(200))),
        orNull(random.nextFloat()),
        orNull(random.nextFloat()),
        orNull(
            random.nextBoolean()
                ? new float[] {random.nextFloat(), 1, 2, random.nextFloat()}
                : Arrays.asList(random.nextFloat(), null, 3f, null)));
  }

  private Object orNull(Object value) {
    return random.nextInt(6) == 0 ? null : value;
  }

  @Test
  void rowsAreThoseOfTheBatch() {
    try (ArrowBatchBuilder builder = ArrowBatchBuilder.create(allocator, SCHEMA, CAPACITY);
        ArrowBatchBuilder other = ArrowBatchBuilder.create(allocator, SCHEMA, CAPACITY)) {
      BatchBinder binder = BatchBinder.of(SCHEMA, INPUTS, BINDINGS);
      DirectBinding direct = BatchBinder.of(SCHEMA, INPUTS, BINDINGS).direct(builder).orElseThrow();
      for (int round = 0; round < 40; round++) {
        Object[][] rows = new Object[1 + random.nextInt(CAPACITY)][];
        Arrays.setAll(rows, i -> randomRow());
        append(builder, rows);
        append(other, rows);
        BoundBatch inPlace = direct.bind().orElseThrow();
        try (ArrowBatch batch = other.finish();
            BoundBatch bound = binder.bind(batch)) {
          assertThat(inPlace.rows()).isEqualTo(rows.length);
          assertThat(inPlace.batchRows()).isEqualTo(bound.batchRows());
          assertThat(inPlace.rejected()).isEmpty();
          for (int input = 0; input < INPUTS.size(); input++) {
            assertSame(inPlace.tensors().get(input), bound.tensors().get(input));
          }
        }
        if (round % 3 == 0) {
          builder.finish().close();
        } else {
          builder.clear();
        }
        assertThat(builder.rows()).isZero();
      }
    }
  }

  private static void assertSame(Tensor found, Tensor expected) {
    assertThat(found.dims()).isEqualTo(expected.dims());
    switch (expected.dtype()) {
      case STRING -> assertThat(found.toStrings()).isEqualTo(expected.toStrings());
      case I64 -> assertThat(found.toLongs()).isEqualTo(expected.toLongs());
      default -> assertThat(bits(found.toDoubles())).isEqualTo(bits(expected.toDoubles()));
    }
  }

  private static long[] bits(double[] values) {
    return Arrays.stream(values).mapToLong(Double::doubleToRawLongBits).toArray();
  }

  @Test
  void nothingIsMadeAnewForAsManyRowsInTheSameMemory() {
    Schema columns = schema(field("a", DType.F32), field("b", DType.F32), field("s", DType.STRING));
    List<ModelInput> inputs =
        List.of(input("x", DType.F32, Extent.fixed(2)), input("s", DType.STRING));
    List<InputBinding> bindings =
        List.of(InputBinding.columns("x", List.of("a", "b")), InputBinding.column("s", "s"));
    try (ArrowBatchBuilder builder = ArrowBatchBuilder.create(allocator, columns, 4)) {
      DirectBinding direct =
          BatchBinder.of(columns, inputs, bindings).direct(builder).orElseThrow();
      append(builder, row(1f, 2f, "one"));
      BoundBatch first = direct.bind().orElseThrow();
      builder.clear();
      append(builder, row(3f, 4f, "three"));
      assertThat(direct.bind()).containsSame(first);
      assertThat(first.tensors().get(0).toFloats()).containsExactly(3, 4);
      assertThat(first.tensors().get(1).toStrings()).containsExactly("three");

      append(builder, row(5f, 6f, "five".repeat(1000)));
      BoundBatch grown = direct.bind().orElseThrow();
      assertThat(grown.rows()).isEqualTo(2);
      assertThat(grown.tensors().get(0).toFloats()).containsExactly(3, 4, 5, 6);
      assertThat(grown.tensors().get(1).toStrings()).containsExactly("three", "five".repeat(1000));
    }
  }

  @Test
  void memoryThatIsGivenBackIsNotReadAgain() {
    Schema columns = schema(field("a", DType.F32));
    try (ArrowBatchBuilder builder = ArrowBatchBuilder.create(allocator, columns, 4)) {
      DirectBinding direct =
          BatchBinder.of(
                  columns, List.of(input("x", DType.F32)), List.of(InputBinding.column("x", "a")))
              .direct(builder)
              .orElseThrow();
      assertThat(direct.bind()).isEmpty();
      append(builder, row(1f));
      assertThat(direct.bind()).isPresent();
      builder.trim();
      assertThat(direct.bind()).isPresent();
      builder.clear();
      builder.trim();
      assertThat(allocator.held()).isZero();
      assertThat(direct.bind()).isEmpty();
      append(builder, row(2f));
      assertThat(direct.bind().orElseThrow().tensors().get(0).toFloats()).containsExactly(2);
    }
  }

  @Test
  void nullsThatAPolicyHasASayInNeedABatch() {
    Schema columns = schema(field("a", DType.F32), field("s", DType.STRING));
    List<ModelInput> inputs = List.of(input("x", DType.F32), input("s", DType.STRING));
    List<InputBinding> bindings =
        List.of(
            InputBinding.column("x", "a").withNulls(NullPolicy.drop()),
            InputBinding.column("s", "s").withNulls(NullPolicy.fail()));
    try (ArrowBatchBuilder builder = ArrowBatchBuilder.create(allocator, columns, 4)) {
      DirectBinding direct =
          BatchBinder.of(columns, inputs, bindings).direct(builder).orElseThrow();
      append(builder, row(null, "text"));
      assertThat(direct.bind()).isEmpty();
      builder.clear();
      append(builder, row(1f, null));
      assertThat(direct.bind()).isEmpty();
      try (ArrowBatch batch = builder.finish()) {
        assertThat(batch.vector("s").isNull(0)).isTrue();
      }
      append(builder, row(1f, "text"));
      assertThat(direct.bind()).isPresent();
    }
  }

  @Test
  void aColumnWithTwoDefaultsKeepsItsNulls() {
    Schema columns = schema(field("a", DType.F32));
    List<ModelInput> inputs = List.of(input("x", DType.F32), input("y", DType.F32));
    List<InputBinding> bindings =
        List.of(
            InputBinding.column("x", "a").withNulls(NullPolicy.defaultValue(1.0)),
            InputBinding.column("y", "a").withNulls(NullPolicy.defaultValue(2.0)));
    BatchBinder binder = BatchBinder.of(columns, inputs, bindings);
    try (ArrowBatchBuilder builder = ArrowBatchBuilder.create(allocator, columns, 4)) {
      DirectBinding direct = binder.direct(builder).orElseThrow();
      append(builder, row((Object) null));
      assertThat(direct.bind()).isEmpty();
      try (ArrowBatch batch = builder.finish();
          BoundBatch bound = binder.bind(batch)) {
        assertThat(bound.tensors().get(0).toFloats()).containsExactly(1);
        assertThat(bound.tensors().get(1).toFloats()).containsExactly(2);
      }
    }
  }

  @Test
  void whatHasToBePackedIsNot() {
    assertNotDirect(field("a", DType.BOOL), input("x", DType.BOOL));
    assertNotDirect(field("a", DType.I32), input("x", DType.I64));
    assertNotDirect(
        new Field(
            "a",
            FieldType.nullable(new ArrowType.FixedSizeList(2)),
            List.of(field("item", DType.STRING))),
        input("x", DType.STRING, Extent.fixed(2)));
  }

  private void assertNotDirect(Field column, ModelInput input) {
    BatchBinder binder =
        BatchBinder.of(
            schema(column), List.of(input), List.of(InputBinding.column("x", column.getName())));
    try (ArrowBatchBuilder builder =
        ArrowBatchBuilder.create(allocator, schema(column), CAPACITY)) {
      assertThat(binder.direct(builder)).isEmpty();
    }
    try (ArrowBatchBuilder builder =
        ArrowBatchBuilder.create(allocator, schema(field("z", DType.F32)), CAPACITY)) {
      assertThat(binder.direct(builder)).isEmpty();
    }
  }

  @Test
  void aSliceKeepsItsNullsWhenItsBatchIsClosed() {
    Schema columns = schema(field("a", DType.F32));
    try (ArrowBatchBuilder builder = ArrowBatchBuilder.create(allocator, columns, 16)) {
      append(builder, row((Object) null), row(1f));
      ArrowBatch whole = builder.finish();
      try (ArrowBatch slice = whole.slice(0, 2)) {
        whole.close();
        append(builder, row(2f), row(3f));
        builder.clear();
        assertThat(slice.vector("a").isNull(0)).isTrue();
        assertThat(slice.vector("a").getObject(1)).isEqualTo(1f);
      }
    }
  }
}
