package io.pelton.engine.plan.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.engine.error.InvalidBranch;
import io.pelton.engine.graph.BranchOp;
import io.pelton.engine.graph.ElementwiseOp;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ShapeOp;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType;
import io.pelton.engine.graph.ViewOp;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.DeviceId;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.testing.BranchingGraph;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToIntFunction;
import org.junit.jupiter.api.Test;

class RunsTest {
  private static final DeviceId ONE = DeviceId.first("cpu");
  private static final DeviceId TWO = new DeviceId("cpu", 1);

  private final Graph graph = new Graph();
  private final ValueId x = graph.input("x", ValueType.tensor(DType.F32, Shape.fixed(4)));

  private ValueId relu(String name, ValueId of) {
    return graph.apply(name, new ElementwiseOp.Unary(OpKind.RELU), of);
  }

  private ValueId sum(String name, ValueId left, ValueId right) {
    return graph.apply(name, new ElementwiseOp.Binary(OpKind.ADD), left, right);
  }

  private Runs runs(ToIntFunction<NodeId> arms, ValueId... targets) {
    return Runs.of(graph, List.of(targets), arms, n -> graph.placement(n).orElse(ONE));
  }

  private List<String> names(Runs runs) {
    return runs.all().stream()
        .map(run -> String.join(" ", run.nodes().stream().map(graph::name).toList()))
        .toList();
  }

  private List<String> cut(ValueId... targets) {
    return names(runs(branch -> 0, targets));
  }

  @Test
  void aChainIsOneRunAndSourcesBelongToNone() {
    ValueId weights = graph.constant("weights", Tensor.of(new float[] {1, 2, 3, 4}, 4));
    ValueId c = relu("c", sum("b", weights, relu("a", x)));
    assertThat(cut(c)).containsExactly("a b c");
    assertThat(cut(x)).isEmpty();
  }

  @Test
  void anEntryAndAFanInStartARun() {
    ValueId sum = sum("sum", relu("b", relu("a", x)), relu("d", relu("c", x)));
    Runs runs = runs(branch -> 0, relu("end", sum));
    assertThat(names(runs)).containsExactly("a b", "c d", "sum end");
    assertThat(runs.predecessors(0)).isEmpty();
    assertThat(runs.predecessors(1)).isEmpty();
    assertThat(runs.predecessors(2)).containsExactly(0, 1);
    assertThat(runs.indexOf(sum.node())).isEqualTo(2);
  }

  @Test
  void whatSeveralNodesReadEndsARun() {
    ValueId a = relu("a", x);
    ValueId b = relu("b", a);
    assertThat(cut(sum("sum", relu("c", b), relu("d", b)))).containsExactly("a b", "c", "d", "sum");
  }

  @Test
  void oneNodeThatReadsTwiceIsOneReader() {
    ValueId a = relu("a", x);
    assertThat(cut(relu("c", sum("b", a, a)))).containsExactly("a b c");
  }

  @Test
  void theCallerReadsTargets() {
    ValueId a = relu("a", x);
    ValueId b = relu("b", a);
    assertThat(cut(b)).containsExactly("a b");
    assertThat(cut(a, b)).containsExactly("a", "b");
  }

  @Test
  void aDeviceSeamStartsARun() {
    ValueId b = relu("b", relu("a", x));
    ValueId c = relu("c", b);
    graph.place(c.node(), TWO);
    Runs runs = runs(branch -> 0, relu("d", c));
    assertThat(names(runs)).containsExactly("a b", "c", "d");
    assertThat(runs.all()).extracting(Run::device).containsExactly(ONE, TWO, ONE);
  }

  @Test
  void armsStartWhereTheyPartAndEndWhereTheyMeet() {
    ValueId before = relu("before", relu("first", x));
    ValueId left = relu("left2", relu("left1", before));
    ValueId right = relu("right2", relu("right1", before));
    ValueId merge = graph.apply("merge", new BranchOp("end"), left, right);
    ValueId end = relu("end", merge);
    assertThat(names(runs(branch -> 0, end)))
        .containsExactly("first before", "left1 left2", "merge end");
    assertThat(names(runs(branch -> 1, end)))
        .containsExactly("first before", "right1 right2", "merge end");
  }

  @Test
  void anArmWithoutNodesIsTheNodeBefore() {
    ValueId before = relu("before", x);
    ValueId merge = graph.apply("merge", new BranchOp("end"), relu("arm", before), before);
    assertThat(names(runs(branch -> 0, merge))).containsExactly("before", "arm", "merge");
    assertThat(names(runs(branch -> 1, merge))).containsExactly("before", "merge");
  }

  @Test
  void anArmThatIsNotThereIsNamed() {
    ValueId merge = graph.apply("merge", new BranchOp("end"), relu("a", x), relu("b", x));
    assertThatThrownBy(() -> runs(branch -> 2, merge))
        .isInstanceOfSatisfying(
            InvalidBranch.class,
            e -> {
              assertThat(e.branch()).isEqualTo("merge");
              assertThat(e.arm()).isEqualTo(2);
            })
        .hasMessageContaining("Branch 'merge', arm 2: is not there")
        .hasMessageContaining("pick one of 0 to 1");
  }

  @Test
  void controlEdgesAreDependencies() {
    ValueId a = relu("a", x);
    ValueId b = relu("b", a);
    ValueId other = relu("other", x);
    graph.orderAfter(b.node(), other.node());
    assertThat(cut(relu("c", b))).containsExactly("a", "other", "b c");
  }

  @Test
  void whatASourceIsOrderedAfterRunsBeforeItsReaders() {
    ValueId first = relu("first", x);
    ValueId late = graph.input("late", ValueType.tensor(DType.F32, Shape.fixed(4)));
    graph.orderAfter(late.node(), first.node());
    Runs runs = runs(branch -> 0, sum("sum", relu("a", x), relu("b", late)));
    assertThat(names(runs)).containsExactly("a", "first b", "sum");
    assertThat(runs.predecessors(2)).containsExactly(0, 1);
  }

  @Test
  void planOperandsAreDependencies() {
    ValueId shape = graph.apply("shape", new ShapeOp.ShapeOf(0, 1), relu("like", x));
    ValueId a = relu("a", x);
    ValueId reshaped = graph.apply("reshaped", new ViewOp.Reshape(false), a, shape);
    assertThat(graph.runOrder(List.of(reshaped))).doesNotContain(shape.node());
    assertThat(cut(reshaped)).containsExactly("a", "like shape", "reshaped");
  }

  /** By a naive rule: whether two nodes that run one after the other are to be in one run. */
  @Test
  void runsAreAsLongAsCanBe() {
    for (long seed = 1; seed <= 300; seed++) {
      BranchingGraph random = new BranchingGraph(seed, 2);
      Map<NodeId, Integer> arms = random.randomArms();
      Runs runs = Runs.of(random.graph, random.targets, arms::get, random::device);
      assertThat(runs.nodes())
          .as("seed %d", seed)
          .doesNotHaveDuplicates()
          .containsExactlyInAnyOrderElementsOf(random.needed(random.targets, arms::get));
      assertThat(runs.all().stream().mapToInt(run -> run.nodes().size()).sum())
          .as("seed %d", seed)
          .isEqualTo(runs.nodes().size());
      Map<NodeId, Integer> uses = random.uses();
      for (Run run : runs.all()) {
        for (NodeId node : run.nodes()) {
          boolean isFirst = run.nodes().get(0).equals(node);
          assertThat(isFirst)
              .as("seed %d, node %s", seed, random.graph.name(node))
              .isEqualTo(startsRun(random, node, arms, uses));
          assertThat(random.device(node)).isEqualTo(run.device());
        }
      }
    }
  }

  private static boolean startsRun(
      BranchingGraph random, NodeId node, Map<NodeId, Integer> arms, Map<NodeId, Integer> uses) {
    Set<NodeId> before = random.before(node, arms::get);
    if (before.size() != 1 || random.branches.contains(node)) {
      return true;
    }
    NodeId last = before.iterator().next();
    return uses.get(last) > 1 || !random.device(last).equals(random.device(node));
  }
}
