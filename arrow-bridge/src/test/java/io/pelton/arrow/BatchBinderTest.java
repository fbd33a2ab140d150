package io.pelton.arrow;

import static io.pelton.arrow.Columns.batch;
import static io.pelton.arrow.Columns.field;
import static io.pelton.arrow.Columns.row;
import static io.pelton.arrow.Columns.schema;
import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Extent;
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

  private static ModelInput matrix(String name, DType dtype, int width) {
    return new ModelInput(name, dtype, Shape.of(ROWS, Extent.fixed(width)));
  }

  private static long address(Tensor tensor) {
    return MemoryUtil.getByteBufferAddress(((NativeStorage) tensor.storage()).bytes());
  }

  @Test
  void builtColumnsOfFloatsAreOneMatrixInPlace() {
    Schema schema =
        schema(
            field("a", DType.F32),
            field("text", DType.STRING),
            field("b", DType.F32),
            field("c", DType.F32));
    BatchBinder binder =
        BatchBinder.of(
            schema,
            List.of(matrix("x", DType.F32, 3)),
            List.of(InputBinding.columns("x", List.of("a", "b", "c"))));
    try (ArrowBatch batch =
            batch(allocator, schema, row(1f, "s", 2f, 3f), row(4f, null, null, 6f));
        BoundBatch bound = binder.bind(batch)) {
      Tensor x = bound.tensors().get(0);
      assertThat(x.dims()).containsExactly(2, 3);
      assertThat(x.toFloats()).containsExactly(1f, 2f, 3f, 4f, Float.NaN, 6f);
      assertThat(address(x)).isEqualTo(batch.vector("a").getDataBuffer().memoryAddress());
      assertThat(binder.explain()).contains("zero-copy view (1 of 1 batches");
    }
  }
}
