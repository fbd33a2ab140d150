package io.pelton.engine.realize.pick;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.engine.error.NoSuchArm;
import io.pelton.engine.graph.BranchOp;
import io.pelton.engine.graph.Branches;
import io.pelton.engine.graph.ElementwiseOp;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.MutationOp;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ShapeOp;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType;
import io.pelton.engine.graph.ViewOp;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.DeviceId;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.SymbolId;
import io.pelton.engine.tensor.Tensor;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class PickerTest {
  private static final long SEED = 20_261_130;
  private static final DeviceId HOST = DeviceId.parse("cpu");
  private static final DeviceId OTHER = DeviceId.parse("cpu:1");
  private static final SymbolId N = new SymbolId("N");
  private static final SymbolId K = new SymbolId("K");

  private final Graph graph = new Graph();
  private final ValueId x = input("x", Extent.symbolic(N), Extent.fixed(3));
  private final List<String> asked = new ArrayList<>();
  private final List<ArmEstimate> estimates = new ArrayList<>();
  private final Map<String, Integer> answers = new LinkedHashMap<>();

  private ValueId input(String name, Extent... extents) {
    return graph.input(name, ValueType.tensor(DType.F32, Shape.of(extents)));
  }

  private ValueId relu(String name, ValueId value) {
    return graph.apply(name, new ElementwiseOp.Unary(OpKind.RELU), value);
  }

  private ValueId either(String name, ValueId start) {
    return Branches.join(
        graph, name, start, List.of(relu("a" + name, start), relu("b" + name, start)));
  }

  private Picker asking(RuntimeSelector selector, ValueId... targets) {
    return Picker.asking(
        graph,
        List.of(targets),
        selector,
        device -> DeviceTelemetry.UNKNOWN,
        this::device,
        symbol -> symbol.equals(N) ? OptionalLong.of(5) : OptionalLong.empty());
  }

  /** Records what it is asked and gives prepared answers, else 0. */
  private Picker recording(ValueId... targets) {
    return asking(
        (branch, arms, lookup) -> {
          asked.add(branch);
          estimates.clear();
          estimates.addAll(arms);
          return answers.getOrDefault(branch, 0);
        },
        targets);
  }

  private DeviceId device(NodeId node) {
    return graph.placement(node).orElse(HOST);
  }

  @Test
  void aBranchIsDecidedOnce() {
    ValueId branch = either("one", x);
    answers.put("one", 1);
    Picker picker = recording(branch);
    assertThat(picker.arm(branch.node())).isEqualTo(1);
    answers.put("one", 0);
    assertThat(picker.arm(branch.node())).isEqualTo(1);
    assertThat(picker.route()).isEqualTo(new PickedRoute(Map.of(branch.node(), 1)));
    assertThat(asked).containsExactly("one");
  }

  @Test
  void onlyBranchesOnPickedWaysAreAsked() {
    ValueId inner = either("inner", x);
    ValueId outer = Branches.join(graph, "outer", x, List.of(relu("end", inner), relu("b", x)));
    answers.put("outer", 1);
    answers.put("inner", 1);
    assertThat(recording(outer).route()).isEqualTo(new PickedRoute(Map.of(outer.node(), 1)));
    assertThat(asked).containsExactly("outer");
    answers.put("outer", 0);
    assertThat(recording(outer).route()).isEqualTo(new PickedRoute(Map.of(inner.node(), 1)));
    assertThat(asked).containsExactly("outer", "outer", "inner");
  }

  @Test
  void whatShapesDependOnIsOnTheRoute() {
    ValueId lengths = graph.input("lengths", ValueType.tensor(DType.I64, Shape.fixed(2)));
    ValueId same = graph.apply("same", new ElementwiseOp.Identity(), lengths);
    ValueId copy = graph.apply("copy", new ShapeOp.Copy(), lengths);
    ValueId shape = Branches.join(graph, "shape", lengths, List.of(same, copy));
    ValueId reshaped = graph.apply("reshaped", new ViewOp.Reshape(false), x, shape);
    answers.put("shape", 1);
    assertThat(recording(reshaped).route().arm(shape.node())).isEqualTo(1);
  }

  @Test
  void aBranchWithoutChoiceAsksNobody() {
    ValueId only = graph.apply("only", new BranchOp("only"), relu("one", x));
    assertThat(recording(only).route()).isEqualTo(PickedRoute.FIRST_ARMS);
    assertThat(asked).isEmpty();
  }

  @Test
  void aRouteIsFollowedAndAbsentBranchesTakeArmZero() {
    ValueId first = either("first", x);
    ValueId second = either("second", first);
    PickedRoute route = new PickedRoute(Map.of(second.node(), 1));
    Picker picker = Picker.following(graph, List.of(second), route);
    assertThat(picker.arm(first.node())).isZero();
    assertThat(picker.arm(second.node())).isEqualTo(1);
    assertThat(picker.route()).isEqualTo(route);
    assertThat(Picker.following(graph, List.of(second), PickedRoute.FIRST_ARMS).route())
        .isEqualTo(PickedRoute.FIRST_ARMS);
  }

  @Test
  void anArmThatIsNotThereIsRefused() {
    ValueId branch = either("one", x);
    for (int wrong : new int[] {-1, 2}) {
      String message = "Branch 'one' has no arm " + wrong + "; pick one of 0 to 1.";
      Picker picker = asking((name, arms, lookup) -> wrong, branch);
      refused("one", wrong, 2, message, picker::route);
      refused("one", wrong, 2, message, () -> picker.arm(branch.node()));
      refused("one", wrong, 2, message, () -> following(branch.node(), wrong));
    }
    String remedy = ", so that there is no arm 1 of it; pick arms by the branch nodes of the graph";
    refused(
        "x", 1, 0, "Node 'x' is no branch" + remedy + " that runs.", () -> following(x.node(), 1));
    refused(
        "#99",
        1,
        0,
        "Node '#99' is no branch" + remedy + " that runs.",
        () -> following(new NodeId(99), 1));
  }

  private Picker following(NodeId node, int arm) {
    return Picker.following(graph, List.of(x), new PickedRoute(Map.of(node, arm)));
  }

  private static void refused(String node, int picked, int arms, String message, Runnable call) {
    assertThatThrownBy(call::run)
        .isInstanceOfSatisfying(
            NoSuchArm.class,
            e -> {
              assertThat(e.branch()).isEqualTo(node);
              assertThat(e.picked()).isEqualTo(picked);
              assertThat(e.arms()).isEqualTo(arms);
            })
        .hasMessage(message);
  }

  @Test
  void anArmAllocatesWhatItsNodesWriteWhereTheyRun() {
    ValueId there = relu("there", x);
    graph.place(there.node(), OTHER);
    ValueId back = graph.apply("back", new ShapeOp.Copy(), there);
    ValueId view = graph.apply("view", new ViewOp.Unsqueeze(), x, graph.constant("axis", longs(0)));
    ValueId squeezed =
        graph.apply("squeezed", new ViewOp.Squeeze(), view, graph.constant("axis", longs(0)));
    ValueId memory = graph.apply("memory", new ShapeOp.Copy(), x);
    ValueId zeros = graph.apply("zeros", new MutationOp.ZeroFill(), memory);
    estimate(relu("ready", back), squeezed, zeros);
    assertThat(estimates)
        .extracting(ArmEstimate::bytes)
        .containsExactly(
            Map.of(OTHER, OptionalLong.of(60), HOST, OptionalLong.of(120)),
            Map.of(),
            Map.of(HOST, OptionalLong.of(60)));
    assertThat(estimates).extracting(ArmEstimate::index).containsExactly(0, 1, 2);
  }

  private void estimate(ValueId... exits) {
    ValueId branch = graph.apply("branch", new BranchOp("branch"), exits);
    recording(branch).route();
  }

  private static Tensor longs(long... values) {
    return Tensor.of(values, values.length);
  }

  @Test
  void symbolsCountByTheirLengthElseTheirBoundElseNot() {
    ValueId bounded = input("bounded", Extent.symbolic(K, 7), Extent.fixed(2));
    estimate(relu("one", bounded), bounded);
    assertThat(estimates.get(0).bytes()).isEqualTo(Map.of(HOST, OptionalLong.of(56)));
    ValueId open = input("open", Extent.symbolic(K), Extent.fixed(2));
    estimate(relu("one", open), open);
    assertThat(estimates.get(0).bytes()).isEqualTo(Map.of(HOST, OptionalLong.empty()));
    ValueId huge = input("huge", Extent.symbolic(K, 1L << 40), Extent.fixed(1L << 40));
    estimate(relu("one", huge), huge);
    assertThat(estimates.get(0).bytes()).isEqualTo(Map.of(HOST, OptionalLong.of(Long.MAX_VALUE)));
  }

  @Test
  void whatRunsAnywayIsNoArmsOwn() {
    ValueId both = relu("both", x);
    estimate(both, both);
    assertThat(estimates).extracting(ArmEstimate::bytes).containsExactly(Map.of(), Map.of());
  }

  @Test
  void stringsHaveNoKnownSizeAndBytesHoldPackedElements() {
    ValueId text = graph.input("text", ValueType.tensor(DType.STRING, Shape.fixed(3)));
    estimate(graph.apply("copy", new ShapeOp.Copy(), text), text);
    assertThat(estimates.get(0).bytes()).isEqualTo(Map.of(HOST, OptionalLong.empty()));
    ValueId nibbles = graph.input("nibbles", ValueType.tensor(DType.U4, Shape.fixed(3)));
    estimate(graph.apply("copy", new ShapeOp.Copy(), nibbles), nibbles);
    assertThat(estimates.get(0).bytes()).isEqualTo(Map.of(HOST, OptionalLong.of(2)));
  }

  @Test
  void ofBranchesInAnArmTheirFirstCounts() {
    ValueId twice = relu("second", relu("first", x));
    ValueId inner = Branches.join(graph, "inner", x, List.of(relu("once", x), twice));
    ValueId outer = Branches.join(graph, "outer", x, List.of(relu("end", inner), x));
    recording(outer).arm(outer.node());
    assertThat(estimates.get(0).bytes()).isEqualTo(Map.of(HOST, OptionalLong.of(120)));
  }

  @Test
  void streamingAgreesWithEagerWhileTelemetryStandsStill() {
    Random random = new Random(SEED);
    int moved = 0;
    for (int round = 0; round < 300; round++) {
      Graph drawn = new Graph();
      ValueId target = drawn.input("x", ValueType.tensor(DType.F32, Shape.fixed(8)));
      for (int i = 0; i < 6; i++) {
        target = grow(drawn, random, target, 2);
      }
      DeviceTelemetry[] frozen = {draw(random), draw(random)};
      BackendRuntimeLookup lookup = device -> frozen[device.index()];
      PickedRoute route = picker(drawn, target, lookup).route();
      Picker streaming = picker(drawn, target, lookup);
      for (NodeId node : drawn.order(List.of(target), streaming::arm)) {
        if (drawn.op(node) instanceof BranchOp) {
          assertThat(streaming.arm(node)).as("seed %d, %d", SEED, round).isEqualTo(route.arm(node));
        }
      }
      assertThat(streaming.route()).isEqualTo(route);
      moved += route.arms().isEmpty() ? 0 : 1;
    }
    assertThat(moved).as("routes that leave arm 0").isBetween(50, 299);
  }

  private static Picker picker(Graph drawn, ValueId target, BackendRuntimeLookup lookup) {
    Function<NodeId, DeviceId> devices = node -> drawn.placement(node).orElse(HOST);
    return Picker.asking(
        drawn,
        List.of(target),
        new RankedSelector(),
        lookup,
        devices,
        symbol -> OptionalLong.empty());
  }

  /** A node, or a branch of two or three arms of what this grows. */
  private static ValueId grow(Graph drawn, Random random, ValueId from, int depth) {
    if (depth == 0 || random.nextInt(3) == 0) {
      ValueId node = drawn.apply("relu", new ElementwiseOp.Unary(OpKind.RELU), from);
      if (random.nextBoolean()) {
        drawn.place(node.node(), OTHER);
      }
      return node;
    }
    List<ValueId> exits = new ArrayList<>();
    for (int arm = 2 + random.nextInt(2); arm > 0; arm--) {
      exits.add(grow(drawn, random, grow(drawn, random, from, depth - 1), depth - 1));
    }
    return Branches.join(drawn, "branch", from, exits);
  }

  private static DeviceTelemetry draw(Random random) {
    return new DeviceTelemetry(
        random.nextInt(4) == 0 ? OptionalLong.empty() : OptionalLong.of(random.nextInt(200)),
        OptionalLong.of(200),
        DeviceTelemetry.UNKNOWN.queueDepth(),
        DeviceTelemetry.UNKNOWN.latencyNanos());
  }
}
