package io.pelton.arrow;

import static io.pelton.arrow.Columns.batch;
import static io.pelton.arrow.Columns.field;
import static io.pelton.arrow.Columns.row;
import static io.pelton.arrow.Columns.schema;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Shape;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.junit.jupiter.api.Test;

class ArrowAllocatorTest extends AllocatorTestBase {
  @Test
  void theLimitIsAnErrorThatNamesTheOption() {
    try (ArrowAllocator limited = allocator.child("operator", 1024, "pelton.memory");
        ArrowBuf held = limited.buffer(1000)) {
      assertThatThrownBy(() -> limited.buffer(2048))
          .isInstanceOfSatisfying(
              AllocationLimitExceeded.class,
              failure -> {
                assertThat(failure.requested()).isEqualTo(2048);
                assertThat(failure.held()).isEqualTo(1024);
                assertThat(failure.limit()).isEqualTo(1024);
              })
          .hasMessageContaining("'operator'")
          .hasMessageContaining("raise pelton.memory");
      assertThat(held.capacity()).isGreaterThanOrEqualTo(1000);
    }
  }

  @Test
  void theAllocatorThatIsFullIsNamed() {
    try (ArrowAllocator limited = allocator.child("slot", 1024, "the slot's memory");
        ArrowAllocator inner = limited.child("inner", 1 << 20, "the inner limit")) {
      assertThatThrownBy(() -> inner.buffer(4096))
          .isInstanceOf(AllocationLimitExceeded.class)
          .hasMessageContaining("'slot'")
          .hasMessageContaining("raise the slot's memory");
      assertThat(inner.held()).isZero();
      assertThat(limited.held()).isZero();
    }
  }

  @Test
  void buildersHitTheLimitToo() {
    try (ArrowAllocator limited = allocator.child("small", 256, "the limit");
        ArrowBatchBuilder builder =
            ArrowBatchBuilder.create(limited, schema(field("a", DType.F64)), 10_000)) {
      assertThatThrownBy(builder::startRow).isInstanceOf(AllocationLimitExceeded.class);
      assertThatThrownBy(limited::close)
          .isInstanceOf(AllocatorLeak.class)
          .hasMessageContaining("[batch builder [a]]");
    }
  }

  @Test
  void aLeakIsNamed() {
    ArrowAllocator leaking = allocator.child("leaking", 1 << 20, "the limit");
    ArrowBatch batch = batch(leaking, schema(field("a", DType.F32)), row(1f), row(2f));
    BatchBinder binder =
        BatchBinder.of(
            batch.schema(),
            List.of(new ModelInput("x", DType.F32, Shape.UNRANKED)),
            List.of(InputBinding.column("x", "a")));
    BoundBatch bound = binder.bind(batch);
    batch.close();
    assertThatThrownBy(leaking::close)
        .isInstanceOfSatisfying(
            AllocatorLeak.class,
            leak -> {
              assertThat(leak.bytes()).isPositive();
              assertThat(leak.holders()).containsExactly("view of input 'x'");
            });
    bound.close();
    assertThat(leaking.held()).isZero();
    leaking.close();
  }

  @Test
  void memoryThatTheBridgeDidNotMakeIsALeakToo() {
    ArrowAllocator leaking = allocator.child("leaking", 1 << 20, "the limit");
    ArrowBuf buffer = leaking.buffer(64);
    assertThatThrownBy(leaking::close)
        .isInstanceOf(AllocatorLeak.class)
        .hasMessageContaining("64 bytes still held by Arrow vectors or buffers");
    buffer.close();
    leaking.close();
  }
}
