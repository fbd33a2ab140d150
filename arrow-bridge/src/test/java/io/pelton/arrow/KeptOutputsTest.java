package io.pelton.arrow;

import static io.pelton.arrow.Columns.field;
import static io.pelton.arrow.Columns.row;
import static io.pelton.arrow.Columns.schema;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.NativeStorage;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.SymbolId;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.arrow.vector.FieldVector;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Engine memory as Arrow vectors, at its own address where the layouts agree. */
class KeptOutputsTest extends AllocatorTestBase {
  private static final Extent ROWS = Extent.symbolic(new SymbolId("N"));

  private final AtomicInteger released = new AtomicInteger();

  private NativeStorage storage(DType dtype, int elements) {
    ByteBuffer memory = ByteBuffer.allocateDirect(elements * dtype.bits() / 8);
    for (int i = 0; i < memory.capacity(); i++) {
      memory.put(i, (byte) (i % 5));
    }
    return NativeStorage.wrap(dtype, memory, released::incrementAndGet);
  }

  private static OutputBinder binder(DType dtype, OutputBinding binding, Extent... row) {
    Extent[] extents = new Extent[row.length + 1];
    extents[0] = ROWS;
    System.arraycopy(row, 0, extents, 1, row.length);
    return OutputBinder.of(
        List.of(ModelOutput.tensor("y", dtype, Shape.of(extents))), List.of(binding));
  }

  @ParameterizedTest
  @EnumSource(
      value = DType.class,
      names = {"F64", "F32", "F16", "I64", "I32", "I16", "I8", "U64", "U32", "U16", "U8"})
  void nativeNumbersAreKept(DType dtype) {
    NativeStorage storage = storage(dtype, 6);
    OutputBinder binder = binder(dtype, OutputBinding.standard("y"));
    List<Value> values = List.of(new Tensor(storage, Layout.of(new long[] {4}, new long[] {1}, 2)));
    assertThat(binder.explain(values)).isEqualTo("output 'y' to [y]: zero-copy view");
    try (ArrowBatch copy = binder.batch(allocator, values)) {
      ArrowBatch kept = binder.keep(allocator, values);
      storage.close();
      assertThat(released.get()).isZero();
      assertThat(kept.vector(0).getDataBuffer().memoryAddress())
          .isEqualTo(Vectors.address(storage) + 2 * dtype.bits() / 8);
      assertThat(copy.vector(0).getDataBuffer().memoryAddress())
          .isNotEqualTo(kept.vector(0).getDataBuffer().memoryAddress());
      for (int row = 0; row < 4; row++) {
        assertThat(kept.vector(0).getObject(row)).isEqualTo(copy.vector(0).getObject(row));
      }
      try (ArrowBatch slice = kept.slice(1, 2)) {
        kept.close();
        assertThat(slice.vector(0).getObject(0)).isEqualTo(copy.vector(0).getObject(1));
        assertThat(released.get()).isZero();
      }
      assertThat(released.get()).isOne();
    }
  }

  @Test
  void matricesAreKeptAsListsAndByColumnsThatFollowEachOther() {
    try (NativeStorage storage = storage(DType.F32, 6)) {
      Tensor rows = new Tensor(storage, Layout.contiguous(3, 2));
      Tensor columns = new Tensor(storage, Layout.of(new long[] {3, 2}, new long[] {1, 3}, 0));
      OutputBinder lists = binder(DType.F32, OutputBinding.list("y", "v"), Extent.fixed(2));
      OutputBinder split =
          binder(DType.F32, OutputBinding.columns("y", List.of("p", "q")), Extent.fixed(2));
      try (ArrowBatch batch = lists.keep(allocator, List.of(rows));
          ArrowBatch byColumn = split.keep(allocator, List.of(columns));
          ArrowBatch packed = split.keep(allocator, List.of(rows))) {
        FieldVector elements = batch.vector(0).getChildrenFromFields().get(0);
        assertThat(elements.getDataBuffer().memoryAddress()).isEqualTo(Vectors.address(storage));
        assertThat(byColumn.vector("q").getDataBuffer().memoryAddress())
            .isEqualTo(Vectors.address(storage) + 12);
        assertThat(packed.vector("q").getObject(0)).isEqualTo(rows.toFloats()[1]);
      }
      assertThat(split.explain(List.of(rows)))
          .isEqualTo("output 'y' to [p, q]: packed, because the values do not follow each other");
      assertThat(lists.explain(List.of(columns))).contains("the values do not follow each other");
    }
  }

  @Test
  void theRestSaysWhyItIsPacked() {
    explained(Tensor.of(new float[] {1}, 1), "the values are on the heap");
    explained(Tensor.of(new String[] {"a"}, 1), "text is copied");
    explained(new Tensor(storage(DType.BOOL, 1), Layout.contiguous(1)), "one bit per value");
    explained(new Tensor(storage(DType.BF16, 1), Layout.contiguous(1)), "Arrow has no bfloat16");
  }

  private void explained(Tensor tensor, String reason) {
    OutputBinder binder = binder(tensor.dtype(), OutputBinding.standard("y"));
    assertThat(binder.explain(List.of(tensor)))
        .isEqualTo("output 'y' to [y]: packed, because " + reason);
    try (ArrowBatch batch = binder.keep(allocator, List.of(tensor))) {
      assertThat(batch.rows()).isOne();
    }
  }

  @Test
  void whatIsKeptCountsAndALeakIsNamed() {
    ArrowAllocator small = allocator.child("small", 1 << 20, "the limit");
    OutputBinder binder = binder(DType.F32, OutputBinding.standard("y"));
    ArrowBatch batch;
    try (NativeStorage storage = storage(DType.F32, 256)) {
      Tensor tensor = new Tensor(storage, Layout.contiguous(256));
      batch = binder.keep(small, List.of(tensor));
      assertThat(small.held()).isGreaterThanOrEqualTo(1024);
      try (ArrowAllocator full = allocator.child("full", 512, "the limit of full")) {
        assertThatThrownBy(() -> binder.keep(full, List.of(tensor)))
            .isInstanceOf(AllocationLimitExceeded.class)
            .hasMessageContaining("can't allocate 1024 bytes: it holds 0 of 512 bytes")
            .hasMessageContaining("raise the limit of full");
      }
    }
    assertThatThrownBy(small::close)
        .isInstanceOf(AllocatorLeak.class)
        .hasMessageContaining("batch 256 rows [y]");
    assertThat(released.get()).isZero();
    batch.close();
    small.close();
    assertThat(released.get()).isOne();
  }

  /** A view of a batch's column comes back as a column on the same memory. */
  @Test
  void aViewOfAColumnIsThatColumnAgain() {
    try (ArrowBatch batch =
        Columns.batch(allocator, schema(field("a", DType.F32)), row(1f), row(2f))) {
      BatchBinder inputs =
          BatchBinder.of(
              batch.schema(),
              List.of(new ModelInput("x", DType.F32, Shape.of(ROWS))),
              List.of(InputBinding.column("x", "a")));
      ArrowBatch again;
      try (BoundBatch bound = inputs.bind(batch)) {
        again = binder(DType.F32, OutputBinding.standard("y")).keep(allocator, bound.tensors());
      }
      assertThat(again.vector(0).getDataBuffer().memoryAddress())
          .isEqualTo(batch.vector(0).getDataBuffer().memoryAddress());
      assertThat(again.vector(0).getObject(1)).isEqualTo(2f);
      again.close();
    }
  }
}
