package io.pelton.arrow;

import static io.pelton.arrow.Columns.append;
import static io.pelton.arrow.Columns.field;
import static io.pelton.arrow.Columns.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.SymbolId;
import java.util.List;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.Test;

class CollectedSchemaTest extends AllocatorTestBase {
  private static final Extent ROWS = Extent.symbolic(new SymbolId("N"));

  @Test
  void collectedListsAreTheTensor() {
    Schema fields =
        new Schema(
            List.of(
                list("weights", DType.F64), list("steps", DType.I32), list("shared", DType.I32)));
    List<ModelInput> inputs =
        List.of(
            new ModelInput("w", DType.F32, Shape.of(ROWS, Extent.fixed(2), Extent.fixed(2))),
            new ModelInput("s", DType.I64, Shape.of(ROWS, Extent.symbolic(new SymbolId("K")))),
            new ModelInput("p", DType.F32, Shape.of(ROWS, Extent.fixed(2))),
            new ModelInput("q", DType.F32, Shape.of(ROWS, Extent.symbolic(new SymbolId("K")))));
    List<InputBinding> bindings =
        List.of(
            InputBinding.column("w", "weights"),
            InputBinding.column("s", "steps"),
            InputBinding.column("p", "shared"),
            InputBinding.column("q", "shared"));
    Schema schema = InputBinding.schema(inputs, bindings, fields);
    assertThat(schema.getFields())
        .extracting(field -> field.getType().toString())
        .containsExactly("FixedSizeList(4)", "List", "List");
    BatchBinder binder = BatchBinder.of(schema, inputs, bindings);
    try (ArrowBatchBuilder builder = ArrowBatchBuilder.create(allocator, schema, 100)) {
      append(builder, row(new double[] {1, 2, 3, 4}, List.of(5, 6), new int[] {7, 8}));
      append(builder, row(new double[] {4, 3, 2, 1}, List.of(6, 5), new int[] {8, 7}));
      try (ArrowBatch batch = builder.finish();
          BoundBatch bound = binder.bind(batch)) {
        assertThat(bound.tensors().get(0).toFloats()).containsExactly(1, 2, 3, 4, 4, 3, 2, 1);
        assertThat(bound.tensors().get(1).toLongs()).containsExactly(5, 6, 6, 5);
        assertThat(bound.tensors().get(2).toFloats()).containsExactly(7, 8, 8, 7);
        assertThat(binder.explain()).doesNotContain("packed");
      }
    }
  }

  @Test
  void truthValuesBecomeNumbersWhereTheyAreBound() {
    Schema fields = new Schema(List.of(field("flag", DType.BOOL), list("flags", DType.BOOL)));
    List<ModelInput> inputs =
        List.of(
            new ModelInput("f", DType.F32, Shape.of(ROWS)),
            new ModelInput("i", DType.I64, Shape.of(ROWS, Extent.fixed(2))));
    List<InputBinding> bindings =
        List.of(
            InputBinding.column("f", "flag").withNulls(NullPolicy.defaultValue(0.5)),
            InputBinding.column("i", "flags"));
    Schema schema = InputBinding.schema(inputs, bindings, fields);
    BatchBinder binder = BatchBinder.of(schema, inputs, bindings);
    try (ArrowBatchBuilder builder = ArrowBatchBuilder.create(allocator, schema, 100)) {
      append(builder, row(true, new boolean[] {true, false}));
      append(builder, row(false, List.of(false, true)));
      append(builder, row(null, List.of(true, true)));
      try (ArrowBatch batch = builder.finish();
          BoundBatch bound = binder.bind(batch)) {
        assertThat(bound.tensors().get(0).toFloats()).containsExactly(1, 0, .5f);
        assertThat(bound.tensors().get(1).toLongs()).containsExactly(1, 0, 0, 1, 1, 1);
      }
    }
  }

  private static Field list(String name, DType elements) {
    return new Field(
        name, FieldType.nullable(new ArrowType.List()), List.of(field("item", elements)));
  }
}
