package io.pelton.engine.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.pelton.engine.error.InputMismatch;
import io.pelton.engine.error.StorageReleased;
import io.pelton.engine.error.UnknownName;
import io.pelton.engine.executable.ActiveExtent;
import io.pelton.engine.executable.CompiledGraph;
import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.engine.executable.HandleFeeds;
import io.pelton.engine.executable.Handles;
import io.pelton.engine.executable.OutputRows;
import io.pelton.engine.executable.OutputTargets;
import io.pelton.engine.graph.ElementwiseOp;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.Op;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.PostTransform;
import io.pelton.engine.graph.ScoringOp;
import io.pelton.engine.graph.ShapeOp;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ViewOp;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.HeapStorage;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.NativeStorage;
import io.pelton.engine.tensor.Tensor;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * {@link OutputTargets}: outputs end up in memory of the caller, with the bits of any other run.
 */
public abstract class OutputTargetsContract extends GraphFixture {
  private static final Extent THREE = Extent.fixed(3);

  private boolean isOnHost() {
    return machine().pinned().isHost();
  }

  private OutputTargets targets(ExecutableGraph executable) {
    return capability(executable, OutputTargets.class);
  }

  private static Tensor batch(int rows, int columns) {
    return Tensor.of(slice(random(65 * columns), 0, rows * columns), rows, columns);
  }

  private static List<GuardedMemory> bothMemories(DType dtype, long... dims) {
    return List.of(GuardedMemory.onHeap(dtype, dims), GuardedMemory.outside(dtype, dims));
  }

  private static NamedGraph ends(NamedGraph named, Map<String, ValueId> outputs) {
    return new NamedGraph("test", named.graph(), named.inputs(), outputs);
  }

  /** y0, y1, ... of the input x. */
  private NamedGraph outputs(ValueId x, ValueId... outputs) {
    Map<String, ValueId> ends = new LinkedHashMap<>();
    for (ValueId output : outputs) {
      ends.put("y" + ends.size(), output);
    }
    return ends(named(x, "x", x), ends);
  }

  private ValueId relu(ValueId x) {
    return graph.apply("relu", new ElementwiseOp.Unary(OpKind.RELU), x);
  }

  @Test
  void anyNumberOfRowsHasTheBitsOfPlainRunsAndNothingElseIsWritten() {
    CompiledGraph compiled = compile(network());
    ExecutableGraph plain = opened(compiled.newExecutable());
    ExecutableGraph executable = opened(compiled.newExecutable());
    for (int rows = 1; rows <= 65; rows++) {
      Tensor x = batch(rows, 5);
      float[] expected = run(plain, "x", x);
      for (GuardedMemory memory : bothMemories(DType.F32, rows, 3)) {
        targets(executable).bind(0, memory.tensor());
        executable.runSlots(x);
        assertThat(memory.tensor().toFloats()).as("%d rows", rows).containsExactly(expected);
        memory.assertUntouchedBeyond(3L * rows);
        assertThat(executable.slot(0).storage()).isSameAs(memory.tensor().storage());
        assertThat(executable.slot(0).offset()).isEqualTo(GuardedMemory.OFFSET);
        assertThat(executable.slot(0).length()).isEqualTo(3L * rows);
      }
    }
  }

  @Test
  void everyDTypeOfWholeBytesGoesThere() {
    ValueId x = input("x", DType.F32, N, THREE);
    List<DType> dtypes =
        List.of(DType.F64, DType.F16, DType.BF16, DType.I64, DType.I32, DType.U8, DType.BOOL);
    ValueId[] casts =
        dtypes.stream()
            .map(dtype -> graph.apply("to " + dtype, new ElementwiseOp.Cast(dtype), x))
            .toArray(ValueId[]::new);
    ExecutableGraph plain = executable(outputs(x, casts));
    ExecutableGraph executable = executable(outputs(x, casts));
    plain.runSlots(batch(7, 3));
    for (boolean isOutside : new boolean[] {false, true}) {
      GuardedMemory[] memories =
          dtypes.stream()
              .map(
                  dtype ->
                      isOutside
                          ? GuardedMemory.outside(dtype, 7, 3)
                          : GuardedMemory.onHeap(dtype, 7, 3))
              .toArray(GuardedMemory[]::new);
      for (int output = 0; output < memories.length; output++) {
        targets(executable).bind(output, memories[output].tensor());
      }
      executable.runSlots(batch(7, 3));
      for (int output = 0; output < memories.length; output++) {
        assertThat(memories[output].tensor().toDoubles())
            .containsExactly(((Tensor) plain.output(output)).toDoubles());
        memories[output].assertUntouchedBeyond(21);
      }
    }
  }

  @Test
  void labelsAndScoresOfAClassifierGoThere() {
    ValueId x = input("x", DType.F32, N, Extent.fixed(5));
    Tensor labels = Tensor.of(new long[] {7, 8, 9}, 3);
    Op op =
        new ScoringOp.LinearClassifier(
            Tensor.of(random(15), 3, 5),
            Tensor.of(random(3), 3),
            labels,
            PostTransform.SOFTMAX,
            true);
    NodeId node = graph.add("classify", op, List.of(x));
    NamedGraph named = outputs(x, new ValueId(node, 0), new ValueId(node, 1));
    CompiledGraph compiled = compile(named);
    ExecutableGraph plain = opened(compiled.newExecutable());
    ExecutableGraph executable = opened(compiled.newExecutable());
    GuardedMemory winners = GuardedMemory.outside(DType.I64, 33);
    GuardedMemory scores = GuardedMemory.outside(DType.F32, 33, 3);
    targets(executable).bind(0, winners.tensor());
    targets(executable).bind(1, scores.tensor());
    plain.runSlots(batch(33, 5));
    executable.runSlots(batch(33, 5));
    assertThat(winners.tensor().toLongs()).containsExactly(((Tensor) plain.output(0)).toLongs());
    assertThat(scores.tensor().toFloats()).containsExactly(((Tensor) plain.output(1)).toFloats());
    winners.assertUntouchedBeyond(33);
    scores.assertUntouchedBeyond(99);
  }

  @Test
  void thePlanTellsHowOutputsGetThere() {
    ExecutableGraph executable = executable(network());
    targets(executable).bind(0, GuardedMemory.outside(DType.F32, 4, 3).tensor());
    executable.runSlots(batch(4, 5));
    assertThat(executable.explain())
        .contains("target of output 0, native")
        .contains(
            isOnHost()
                ? "written in place"
                : "copied, because it is computed on " + machine().device());
  }

  @Test
  void outputsThatCannotBeWrittenInPlaceAreCopied() {
    ValueId x = input("x", DType.F32, N, THREE);
    ValueId turned = graph.apply("turn", new ViewOp.Transpose(List.of(1, 0)), x);
    ValueId sum = binary(OpKind.ADD, x, x);
    ValueId flat = graph.apply("flat", new ViewOp.Reshape(false), sum, longs(-1, 1));
    ValueId next = relu(sum);
    NamedGraph named = outputs(x, x, turned, floats(1, 2), sum, sum, flat, next);
    ExecutableGraph plain = executable(named);
    plain.runSlots(batch(5, 3));
    int count = plain.outputs().size();
    for (int bound = 1; bound < 1 << count; bound++) {
      ExecutableGraph executable = executable(named);
      GuardedMemory[] memories = new GuardedMemory[count];
      for (int output = 0; output < count; output++) {
        if ((bound >> output & 1) != 0) {
          long[] dims = ((Tensor) plain.output(output)).dims();
          memories[output] = bothMemories(DType.F32, dims).get((bound + output) % 2);
          targets(executable).bind(output, memories[output].tensor());
        }
      }
      executable.runSlots(batch(5, 3));
      for (int output = 0; output < count; output++) {
        Tensor found = (Tensor) executable.output(output);
        Tensor expected = (Tensor) plain.output(output);
        assertThat(found.dims()).containsExactly(expected.dims());
        assertThat(found.toFloats())
            .as("%d of %d", output, bound)
            .containsExactly(expected.toFloats());
        if (memories[output] != null) {
          assertThat(found.storage()).isSameAs(memories[output].tensor().storage());
          memories[output].assertUntouchedBeyond(found.layout().elements());
        }
      }
      executable.close();
    }
  }

  @Test
  void anExtentLeavesRowsOfTheTargetOut() {
    CompiledGraph compiled = compile(network());
    ExecutableGraph executable = opened(compiled.newExecutable());
    ExecutableGraph plain = opened(compiled.newExecutable());
    Tensor x = batch(12, 5);
    float[] expected = run(plain, "x", x);
    for (GuardedMemory memory : bothMemories(DType.F32, 12, 3)) {
      targets(executable).bind(0, memory.tensor());
      capability(executable, ActiveExtent.class).set(7, 12);
      executable.runSlots(x);
      assertThat(slice(memory.tensor().toFloats(), 0, 21)).containsExactly(slice(expected, 0, 21));
      memory.assertUntouchedBeyond(36);
    }
  }

  @Test
  void unboundOutputsGoToTheExecutablesOwnMemoryAgain() {
    ExecutableGraph executable = executable(network());
    for (GuardedMemory memory : bothMemories(DType.F32, 4, 3)) {
      targets(executable).bind(0, memory.tensor());
      targets(executable).unbind(0);
      targets(executable).unbind(0);
      executable.runSlots(batch(4, 5));
      memory.assertUntouchedBeyond(0);
      assertThat(executable.slot(0).storage()).isNotSameAs(memory.tensor().storage());
    }
  }

  @Test
  void anotherTargetInTheSameMemoryNeedsNoOtherPlan() {
    CompiledGraph compiled = compile(network());
    ExecutableGraph executable = opened(compiled.newExecutable());
    for (int i = 0; i < 3; i++) {
      for (GuardedMemory memory : bothMemories(DType.F32, 4, 3)) {
        targets(executable).bind(0, memory.tensor());
        executable.runSlots(batch(4, 5));
        assertThat(executable.slot(0).storage()).isSameAs(memory.tensor().storage());
      }
    }
    assertThat(compiled.plansMade()).isEqualTo(2);
  }

  @Test
  void mapsOfOutputsAndRowsAreCopiesOfTheTarget() {
    CompiledGraph compiled = compile(network());
    ExecutableGraph executable = opened(compiled.newExecutable());
    ExecutableGraph plain = opened(compiled.newExecutable());
    Tensor x = batch(4, 5);
    float[] expected = run(plain, "x", x);
    for (GuardedMemory memory : bothMemories(DType.F32, 4, 3)) {
      targets(executable).bind(0, memory.tensor());
      Tensor copy = (Tensor) executable.run(Map.of("x", x)).get("y");
      assertThat(copy.toFloats()).containsExactly(expected);
      assertThat(copy.storage()).isNotSameAs(memory.tensor().storage());
      assertThat(capability(executable, OutputRows.class).readRow(0, 2).toFloats())
          .containsExactly(slice(expected, 6, 3));
      GuardedMemory unread = GuardedMemory.outside(DType.F32, 4, 3);
      targets(executable).bind(0, unread.tensor());
      assertThat(executable.run(Map.of("x", x), new int[0])).isEmpty();
      assertThat(unread.tensor().toFloats()).containsExactly(expected);
    }
  }

  @Test
  void anOutputMayFeedAHandleAndHaveATarget() {
    ValueId x = input("x", DType.F32, Extent.fixed(2), THREE);
    for (GuardedMemory memory : bothMemories(DType.F32, 2, 3)) {
      ExecutableGraph executable = executable(named(binary(OpKind.ADD, x, x), "x", x));
      capability(executable, Handles.class)
          .bind("x", Tensor.of(new float[] {1, 2, 3, 4, 5, 6}, 2, 3));
      capability(executable, HandleFeeds.class).feed("x", 0);
      targets(executable).bind(0, memory.tensor());
      for (int doubled = 2; doubled <= 8; doubled *= 2) {
        executable.runSlots();
        assertThat(memory.tensor().toFloats())
            .containsExactly(
                doubled, 2 * doubled, 3 * doubled, 4 * doubled, 5 * doubled, 6 * doubled);
      }
      memory.assertUntouchedBeyond(6);
    }
  }

  @Test
  void shapesThatOnlyARunKnowsAreCheckedBeforeAnythingIsWritten() {
    ValueId x = input("x", DType.F32, Extent.fixed(1));
    ValueId count =
        graph.apply("count", new ElementwiseOp.Cast(DType.I64), binary(OpKind.ADD, x, x));
    ValueId y = relu(graph.apply("repeated", new ViewOp.Expand(), x, count));
    ExecutableGraph executable = executable(named(y, "x", x));
    for (GuardedMemory memory : bothMemories(DType.F32, 4)) {
      targets(executable).bind(0, memory.tensor());
      assertThatThrownBy(() -> executable.runSlots(Tensor.of(new float[] {3}, 1)))
          .isInstanceOf(InputMismatch.class)
          .hasMessageContaining("'y'");
      memory.assertUntouchedBeyond(0);
      executable.runSlots(Tensor.of(new float[] {2}, 1));
      assertThat(memory.tensor().toFloats()).containsExactly(2, 2, 2, 2);
      memory.assertUntouchedBeyond(4);
    }
  }

  @Test
  void aRunThatDoesNotFitIsRefusedAndWritesNothing() {
    ExecutableGraph executable = executable(network());
    for (GuardedMemory memory : bothMemories(DType.F32, 4, 3)) {
      targets(executable).bind(0, memory.tensor());
      for (int rows : new int[] {3, 5}) {
        assertThatThrownBy(() -> executable.runSlots(batch(rows, 5)))
            .isInstanceOfSatisfying(
                InputMismatch.class,
                e -> {
                  assertThat(e.input()).isEqualTo("y");
                  assertThat(e.expected()).contains("[" + rows);
                  assertThat(e.found()).contains("[4");
                });
        memory.assertUntouchedBeyond(0);
      }
      executable.runSlots(batch(4, 5));
      memory.assertUntouchedBeyond(12);
      assertThat(executable.slot(0).length()).isEqualTo(12);
    }
  }

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

  @Test
  void aWarmRunToATargetAllocatesNothing() {
    assumeTrue(isOnHost(), "what copies from a device allocate is the device's");
    for (GuardedMemory memory : bothMemories(DType.F32, 7, 3)) {
      ExecutableGraph executable = executable(network());
      targets(executable).bind(0, memory.tensor());
      Tensor[] inputs = {batch(7, 5)};
      for (int i = 0; i < 20_000; i++) {
        executable.runSlots(inputs);
      }
      com.sun.management.ThreadMXBean threads =
          (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
      long before = threads.getCurrentThreadAllocatedBytes();
      for (int i = 0; i < 1_000; i++) {
        executable.runSlots(inputs);
      }
      long perRun = (threads.getCurrentThreadAllocatedBytes() - before) / 1_000;
      assertThat(perRun).isZero();
    }
  }
}
