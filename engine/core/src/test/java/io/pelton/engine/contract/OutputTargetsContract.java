package io.pelton.engine.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.engine.error.InputMismatch;
import io.pelton.engine.executable.ActiveExtent;
import io.pelton.engine.executable.CompiledGraph;
import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.engine.executable.HandleFeeds;
import io.pelton.engine.executable.Handles;
import io.pelton.engine.executable.OutputRows;
import io.pelton.engine.graph.ElementwiseOp;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.Op;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.PostTransform;
import io.pelton.engine.graph.ScoringOp;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ViewOp;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Tensor;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * {@link OutputTargets}: outputs end up in memory of the caller, with the bits of any other run.
 */
public abstract class OutputTargetsContract extends TargetsFixture {
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
}
