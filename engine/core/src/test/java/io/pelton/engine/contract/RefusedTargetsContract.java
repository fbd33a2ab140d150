package io.pelton.engine.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.engine.error.InputMismatch;
import io.pelton.engine.error.StorageReleased;
import io.pelton.engine.error.UnknownName;
import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.engine.executable.OutputTargets;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ShapeOp;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.HeapStorage;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.NativeStorage;
import io.pelton.engine.tensor.Tensor;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What can be no target of {@link OutputTargets}, and how long one is held. */
public abstract class RefusedTargetsContract extends TargetsFixture {
  @Test
  void whatCannotBeATargetIsRefused() {
    ExecutableGraph executable = executable(network());
    OutputTargets targets = targets(executable);
    assertThatThrownBy(() -> targets.bind(1, Tensor.allocate(DType.F32, 4, 3)))
        .isInstanceOf(UnknownName.class);
    assertThatThrownBy(() -> targets.unbind(-1)).isInstanceOf(UnknownName.class);
    assertRefused(targets, Tensor.allocate(DType.F64, 4, 3), "dtype");
    assertRefused(targets, Tensor.allocate(DType.F32, 4, 2), "axis 1");
    assertRefused(targets, Tensor.allocate(DType.F32, 12), "shape");
    Tensor turned =
        new Tensor(HeapStorage.allocate(DType.F32, 12), Layout.contiguous(3, 4).permute(1, 0));
    assertRefused(targets, turned, "layout");
    Tensor beyond = new Tensor(HeapStorage.allocate(DType.F32, 11), Layout.contiguous(4, 3));
    assertRefused(targets, beyond, "elements 0 to 11");
    ByteBuffer readOnly = ByteBuffer.allocateDirect(48).asReadOnlyBuffer();
    assertRefused(targets, outside(readOnly, () -> {}), "read-only");
    if (!isOnHost()) {
      Tensor remote =
          new Tensor(
              machine().pinned().runtime().orElseThrow().allocate(DType.F32, 12),
              Layout.contiguous(4, 3));
      assertRefused(targets, remote, "memory");
      remote.storage().close();
    }
    executable.runSlots(batch(4, 5));
    assertThat(executable.slot(0).length()).isEqualTo(12);
  }

  private static Tensor outside(ByteBuffer memory, Runnable release) {
    return new Tensor(NativeStorage.wrap(DType.F32, memory, release), Layout.contiguous(4, 3));
  }

  private static void assertRefused(OutputTargets targets, Tensor target, String reason) {
    assertThatThrownBy(() -> targets.bind(0, target))
        .isInstanceOf(InputMismatch.class)
        .hasMessageContaining("'y'")
        .hasMessageContaining(reason);
  }

  @Test
  void outputsThatAreNoNumbersOfWholeBytesHaveNoTargets() {
    ValueId x = input("x", DType.F32, N, THREE);
    ValueId small = input("small", DType.I4, Extent.fixed(2));
    ValueId copy = graph.apply("copy", new ShapeOp.Copy(), small);
    NamedGraph named = ends(named(x, "x", x, "small", small), Map.of("y", copy));
    assertThat(executable(named).capability(OutputTargets.class)).isEmpty();
    NamedGraph mixed =
        ends(
            named(x, "x", x, "small", small), new LinkedHashMap<>(Map.of("y", copy, "z", relu(x))));
    ExecutableGraph executable = executable(mixed);
    int index = executable.outputs().get(0).name().equals("y") ? 0 : 1;
    assertThatThrownBy(() -> targets(executable).bind(index, Tensor.allocate(DType.I4, 2)))
        .isInstanceOf(InputMismatch.class)
        .hasMessageContaining("whole bytes");
  }

  @Test
  void memoryThatIsSharedIsRefused() {
    ValueId x = input("x", DType.F32, N, THREE);
    ExecutableGraph executable = executable(outputs(x, relu(x), binary(OpKind.ADD, x, x)));
    OutputTargets targets = targets(executable);
    float[] array = new float[64];
    targets.bind(0, at(array, 0));
    assertThatThrownBy(() -> targets.bind(1, at(array, 11)))
        .isInstanceOf(InputMismatch.class)
        .hasMessageContaining("target of output 'y0'");
    targets.bind(1, at(array, 12));
    assertThatThrownBy(() -> executable.runSlots(at(array, 20)))
        .isInstanceOf(InputMismatch.class)
        .hasMessageContaining("'y1'")
        .hasMessageContaining("input 0");
    Arrays.fill(array, 24, 36, 3);
    executable.runSlots(at(array, 24));
    assertThat(array[11]).isEqualTo(3);
    assertThat(array[23]).isEqualTo(6);
    assertThat(array[36]).isZero();
  }

  private static Tensor at(float[] array, int base) {
    return new Tensor(HeapStorage.wrap(DType.F32, array, base, 12), Layout.contiguous(4, 3));
  }

  @Test
  void targetsAreRetainedUntilTheyAreUnboundReplacedOrTheExecutableIsClosed() {
    ExecutableGraph executable = executable(network());
    AtomicInteger released = new AtomicInteger();
    for (int i = 0; i < 3; i++) {
      Tensor target = outside(ByteBuffer.allocateDirect(48), released::incrementAndGet);
      targets(executable).bind(0, target);
      target.storage().close();
      assertThat(released).hasValue(i);
      executable.runSlots(batch(4, 5));
    }
    targets(executable).unbind(0);
    assertThat(released).hasValue(3);
    Tensor last = outside(ByteBuffer.allocateDirect(48), released::incrementAndGet);
    targets(executable).bind(0, last);
    last.storage().close();
    executable.close();
    assertThat(released).hasValue(4);
    ExecutableGraph other = executable(network());
    assertThatThrownBy(() -> targets(other).bind(0, last)).isInstanceOf(StorageReleased.class);
  }
}
