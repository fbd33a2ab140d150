package io.pelton.engine.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.engine.error.DestructiveCycle;
import io.pelton.engine.graph.BranchOp;
import io.pelton.engine.graph.ElementwiseOp;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.MutationOp.InPlace;
import io.pelton.engine.graph.MutationOp.ZeroFill;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ShapeOp;
import io.pelton.engine.graph.StorageClass;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType;
import io.pelton.engine.graph.ViewOp;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class SafetyCopiesTest {
  private static final int GRAPHS = 4_000;

  private final Graph graph = new Graph();
  private final ValueId x = input("x");
  private final ValueId y = input("y");

  private ValueId input(String name) {
    return graph.input(name, ValueType.tensor(DType.I64, Shape.fixed(4)));
  }

  private ValueId relu(String name, ValueId of) {
    return graph.apply(name, new ElementwiseOp.Unary(OpKind.RELU), of);
  }

  private ValueId sum(String name, ValueId a, ValueId b) {
    return graph.apply(name, new ElementwiseOp.Binary(OpKind.ADD), a, b);
  }

  private ValueId mutate(String name, ValueId of) {
    return graph.apply(name, new InPlace(OpKind.RELU), of);
  }

  private List<NodeId> copies(List<ValueId> targets) {
    return graph.runOrder(targets).stream()
        .filter(node -> graph.op(node) instanceof ShapeOp.Copy)
        .toList();
  }

  @Test
  void everyOrderOfARandomGraphGivesItsMeaning() {
    int unsafe = 0;
    int copied = 0;
    for (long seed = 0; seed < GRAPHS; seed++) {
      MutatingGraph random = new MutatingGraph(seed, true);
      List<long[]> expected = PureEvaluator.evaluate(random.graph, random.sources, random.targets);
      List<long[]> careless =
          run(random, random.copies(), random.graph.runOrder(random.targets), random.targets);
      unsafe += same(careless, expected) ? 0 : 1;

      int size = random.graph.size();
      List<ValueId> targets = SafetyCopies.insert(random.graph, random.targets);
      copied += random.graph.size() > size ? 1 : 0;
      checkRun(random, random.graph.runOrder(targets), targets, expected, seed);
      for (int i = 0; i < 2; i++) {
        checkRun(random, random.randomOrder(targets), targets, expected, seed);
      }

      long generation = random.graph.generation();
      assertThat(SafetyCopies.insert(random.graph, targets)).as("seed %d", seed).isEqualTo(targets);
      assertThat(random.graph.generation()).as("seed %d", seed).isEqualTo(generation);
    }
    assertThat(unsafe).as("graphs that need the pass").isGreaterThan(GRAPHS / 5);
    assertThat(copied).as("graphs with copies").isBetween(GRAPHS / 5, GRAPHS - 1);
  }

  private static List<long[]> run(
      MutatingGraph random, Map<ValueId, long[]> memory, List<NodeId> order, List<ValueId> ends) {
    return InPlaceExecutor.run(random.graph, memory, random.dims, order, ends);
  }

  private static void checkRun(
      MutatingGraph random,
      List<NodeId> order,
      List<ValueId> targets,
      List<long[]> expected,
      long seed) {
    Map<ValueId, long[]> memory = random.copies();
    List<long[]> found = run(random, memory, order, targets);
    for (int i = 0; i < expected.size(); i++) {
      assertThat(found.get(i)).as("target %d, seed %d", i, seed).isEqualTo(expected.get(i));
    }
    memory.forEach(
        (source, elements) -> {
          if (random.graph.storageClass(source.node()) == StorageClass.SHARED) {
            assertThat(elements)
                .as("%s, seed %d", random.graph.name(source.node()), seed)
                .isEqualTo(random.sources.get(source));
          }
        });
  }

  private static boolean same(List<long[]> a, List<long[]> b) {
    boolean same = true;
    for (int i = 0; i < a.size(); i++) {
      same &= Arrays.equals(a.get(i), b.get(i));
    }
    return same;
  }

  @Test
  void aGraphWithoutDestructiveOpsIsLeftAlone() {
    ValueId end = sum("end", relu("a", x), y);
    long generation = graph.generation();
    assertThat(SafetyCopies.insert(graph, List.of(end))).containsExactly(end);
    assertThat(graph.generation()).isEqualTo(generation);
  }

  @Test
  void aReaderThatCanRunBeforeIsOrderedAndNothingIsCopied() {
    ValueId state = relu("state", x);
    ValueId mutated = mutate("mutated", state);
    ValueId reader = relu("reader", state);
    List<ValueId> targets = SafetyCopies.insert(graph, List.of(mutated, reader));
    assertThat(targets).containsExactly(mutated, reader);
    assertThat(graph.predecessors(mutated.node())).containsExactly(reader.node());
    assertThat(copies(targets)).isEmpty();
  }

  /** The reader of one value waits for the mutation of another: the order that works is found. */
  @Test
  void mutationsWaitForReadersThatDependOnOtherMutations() {
    ValueId a = relu("a", x);
    ValueId b = relu("b", y);
    ValueId mutatedA = mutate("mutated a", a);
    ValueId mutatedB = mutate("mutated b", b);
    ValueId reader = sum("reader", a, mutatedB);
    List<ValueId> targets = SafetyCopies.insert(graph, List.of(mutatedA, mutatedB, reader));
    assertThat(copies(targets)).isEmpty();
    assertThat(graph.predecessors(mutatedA.node())).containsExactly(reader.node());
  }

  @Test
  void readersThatWaitForEachOthersMutationsCostOneSnapshot() {
    ValueId a = relu("a", x);
    ValueId b = relu("b", y);
    ValueId readerOfA = sum("reader of a", a, mutate("mutated b", b));
    ValueId readerOfB = sum("reader of b", b, mutate("mutated a", a));
    List<ValueId> targets = SafetyCopies.insert(graph, List.of(readerOfA, readerOfB));
    assertThat(copies(targets)).hasSize(1);
  }

  @Test
  void lateReadersShareOneSnapshotThroughTheirViews() {
    ValueId state = relu("state", x);
    ValueId mutated = mutate("mutated", state);
    ValueId view = graph.apply("view", new ViewOp.Transpose(List.of()), state);
    ValueId first = sum("first", mutated, state);
    ValueId second = sum("second", mutated, view);
    List<ValueId> targets = SafetyCopies.insert(graph, List.of(first, second, view));
    assertThat(copies(targets)).hasSize(1);
    NodeId snapshot = copies(targets).get(0);
    assertThat(graph.name(snapshot)).isEqualTo("snapshot of state");
    assertThat(graph.predecessors(mutated.node())).containsExactly(snapshot);
    assertThat(graph.operands(first.node()).get(1).node()).isEqualTo(snapshot);
    assertThat(graph.operands(second.node())).containsExactly(mutated, targets.get(2));
    assertThat(graph.operands(targets.get(2).node()).get(0).node()).isEqualTo(snapshot);
  }

  @Test
  void constantsAndTheCallersInputsAreNeverWritten() {
    ValueId weights = graph.constant("weights", Tensor.of(new long[] {1, -2, 3, -4}, 4));
    for (ValueId source : List.of(x, weights)) {
      ValueId view = graph.apply("view", new ViewOp.Transpose(List.of()), source);
      ValueId mutated = mutate("mutated", view);
      SafetyCopies.insert(graph, List.of(mutated));
      NodeId copy = graph.operands(mutated.node()).get(0).node();
      assertThat(graph.op(copy)).isEqualTo(new ShapeOp.Copy());
      assertThat(graph.name(copy)).isEqualTo("target of mutated");
      assertThat(graph.operands(copy)).containsExactly(view);
    }
  }

  @Test
  void sessionStateIsWrittenInPlace() {
    graph.markSession(x);
    ValueId cleared = graph.apply("cleared", new ZeroFill(), x);
    ValueId reader = relu("reader", x);
    List<ValueId> targets = SafetyCopies.insert(graph, List.of(cleared, reader, x));
    assertThat(graph.operands(cleared.node())).containsExactly(x);
    assertThat(copies(targets)).hasSize(1);
    assertThat(targets.get(2).node()).isEqualTo(copies(targets).get(0));
    assertThat(graph.predecessors(cleared.node()))
        .containsExactlyInAnyOrder(reader.node(), targets.get(2).node());
  }

  @Test
  void repeatedElementsAreWrittenInACopy() {
    ValueId state = relu("state", x);
    ValueId shape = graph.constant("shape", Tensor.of(new long[] {3, 4}, 2));
    ValueId repeated = graph.apply("repeated", new ViewOp.Expand(), state, shape);
    ValueId mutated = mutate("mutated", repeated);
    SafetyCopies.insert(graph, List.of(mutated, state));
    NodeId copy = graph.operands(mutated.node()).get(0).node();
    assertThat(graph.op(copy)).isEqualTo(new ShapeOp.Copy());
    assertThat(graph.operands(copy)).containsExactly(repeated);
  }

  @Test
  void armsOfABranchAreNeverWritten() {
    ValueId arm = relu("arm", x);
    ValueId other = relu("other", y);
    ValueId merged = graph.apply("merged", new BranchOp("end"), arm, other);
    ValueId first = mutate("first", merged);
    ValueId second = mutate("second", other);
    List<ValueId> targets = SafetyCopies.insert(graph, List.of(first, second));
    assertThat(copies(targets)).hasSize(2);
    assertThat(targets).containsExactly(first, second);
  }

  @Test
  void ofSeveralMutationsTheLastIsInPlace() {
    ValueId state = relu("state", x);
    ValueId first = mutate("first", state);
    ValueId second = graph.apply("second", new ZeroFill(), state);
    List<ValueId> targets = SafetyCopies.insert(graph, List.of(first, second));
    assertThat(copies(targets)).hasSize(1);
    assertThat(graph.operands(first.node()).get(0).node()).isEqualTo(copies(targets).get(0));
    assertThat(graph.operands(second.node())).containsExactly(state);
    assertThat(graph.predecessors(second.node())).containsExactly(copies(targets).get(0));
  }

  @Test
  void nodesThatWaitForEachOtherAreNamed() {
    ValueId state = relu("state", x);
    ValueId mutated = mutate("mutated", state);
    ValueId reader = relu("reader", mutated);
    graph.orderAfter(state.node(), reader.node());
    assertThatThrownBy(() -> SafetyCopies.insert(graph, List.of(reader)))
        .isInstanceOfSatisfying(
            DestructiveCycle.class,
            e -> assertThat(e.nodes()).containsExactly("reader", "mutated", "state"))
        .hasMessageContaining("'reader' -> 'mutated' -> 'state' -> 'reader'")
        .hasMessageContaining("read a Copy of it");
  }

  /** A pass whose time grew with the square of the nodes would not end in time. */
  @Test
  @Timeout(30)
  void manyReadersAndMutationsTakeLittleTime() {
    List<ValueId> targets = new ArrayList<>();
    ValueId state = relu("state", x);
    for (int i = 0; i < 60_000; i++) {
      targets.add(relu("reader", state));
      if (i % 6_000 == 0) {
        state = mutate("mutated", state);
      }
      if (i % 1_000 == 0) {
        targets.add(sum("late", targets.get(targets.size() - 1), state));
      }
    }
    for (int i = 0; i < 40_000; i++) {
      state = mutate("chain", state);
    }
    targets.add(state);
    List<ValueId> ends = SafetyCopies.insert(graph, targets);
    assertThat(ends).isEqualTo(targets);
    assertThat(graph.runOrder(ends)).hasSize(graph.size() - 1);
  }
}
