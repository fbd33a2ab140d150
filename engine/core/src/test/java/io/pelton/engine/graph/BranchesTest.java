package io.pelton.engine.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.engine.error.InvalidBranch;
import io.pelton.engine.graph.Branch.Arm;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.SymbolId;
import io.pelton.engine.tensor.Tensor;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class BranchesTest {
  private static final Extent N = Extent.symbolic(new SymbolId("N"));

  private final Graph graph = new Graph();
  private final ValueId x =
      graph.input("x", ValueType.tensor(DType.F32, Shape.of(N, Extent.fixed(3))));

  private ValueId relu(String name, ValueId value) {
    return graph.apply(name, new ElementwiseOp.Unary(OpKind.RELU), value);
  }

  private ValueId add(String name, ValueId a, ValueId b) {
    return graph.apply(name, new ElementwiseOp.Binary(OpKind.ADD), a, b);
  }

  private ValueId join(ValueId... exits) {
    return Branches.join(graph, "either", x, List.of(exits));
  }

  private ValueId added(ValueId... exits) {
    return graph.apply("either", new BranchOp("either"), exits);
  }

  private void validate(ValueId... targets) {
    Branches.validate(graph, List.of(targets));
  }

  private static void refused(int arm, String reason, ThrowingCallable call) {
    String where = "Branch 'either'" + (arm < 0 ? "" : ", arm " + arm) + ": ";
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            InvalidBranch.class,
            e -> {
              assertThat(e.branch()).isEqualTo("either");
              assertThat(e.arm()).isEqualTo(arm);
              assertThat(e.reason()).isEqualTo(reason);
            })
        .hasMessage(where + reason);
  }

  private static String isRead(String node, String reader) {
    return "node '"
        + node
        + "' is read by '"
        + reader
        + "' outside of the arm; read the branch instead, or let the arms part behind it";
  }

  @Test
  void aJoinedBranchIsOfItsArmsTypeAndNamedAfterItself() {
    ValueId one = relu("one", x);
    ValueId other = relu("other", x);
    ValueId branch = join(one, other);
    assertThat(graph.op(branch.node())).isEqualTo(new BranchOp("either"));
    assertThat(graph.name(branch.node())).isEqualTo("either");
    assertThat(graph.operands(branch.node())).containsExactly(one, other);
    assertThat(graph.type(branch)).isEqualTo(graph.type(x));
    validate(branch);
  }

  @Test
  void oneArmNeedsNoBranch() {
    ValueId one = relu("one", x);
    int size = graph.size();
    assertThat(join(one)).isEqualTo(one);
    assertThat(join(one, one, one)).isEqualTo(one);
    assertThat(join(x)).isEqualTo(x);
    assertThat(graph.size()).isEqualTo(size);
    refused(-1, "needs at least one arm", () -> join());
  }

  @Test
  void anArmMayHandOnWhatItStartsFrom() {
    ValueId branch = join(relu("one", x), x);
    validate(branch);
    assertThat(Branches.of(graph, List.of(branch)).get(0).arms().get(1))
        .isEqualTo(new Arm(x, List.of()));
  }

  @Test
  void exitsDescendFromWhereTheArmsPart() {
    ValueId start = relu("start", x);
    ValueId beside = relu("beside", x);
    refused(
        1,
        "its exit 'beside' should descend from 'start', where the arms part, but does not",
        () -> Branches.join(graph, "either", start, List.of(relu("one", start), beside)));
    refused(
        0,
        "its exit 'x' should descend from 'start', where the arms part, but does not",
        () -> Branches.join(graph, "either", start, List.of(x, start)));
  }

  @Test
  void armsShareNothing() {
    ValueId shared = relu("shared", x);
    ValueId one = relu("one", shared);
    ValueId other = relu("other", shared);
    assertThatCode(
            () -> {
              List<ValueId> own = List.of(relu("own", shared), relu("its own", shared));
              Branches.join(graph, "behind", shared, own);
            })
        .doesNotThrowAnyException();
    refused(
        1,
        "shares node 'shared' with arm 0; let the arms part behind it or give each its own",
        () -> join(one, other));
    refused(
        1,
        "shares node 'one' with arm 0; let the arms part behind it or give each its own",
        () -> join(one, relu("longer", one)));
    refused(2, "ends in the same value as arm 1, 'x'; join it once", () -> join(one, x, x));
  }

  @Test
  void whatComesBeforeAndConstantsMayBeShared() {
    ValueId weight = graph.constant("weight", Tensor.of(new float[] {1, 2, 3}, 3));
    ValueId scaled = relu("scaled", weight);
    ValueId mask = graph.input("mask", graph.type(x));
    ValueId masks = relu("masks", mask);
    ValueId one = add("one", add("first", x, scaled), masks);
    ValueId other = add("other", add("second", x, scaled), masks);
    ValueId branch = join(one, other);
    validate(branch, masks, scaled);
    assertThat(Branches.of(graph, List.of(branch)).get(0).arms())
        .extracting(arm -> arm.nodes().stream().map(graph::name).toList())
        .containsExactly(List.of("first", "one"), List.of("second", "other"));
  }

  @Test
  void nothingElseReadsAnArm() {
    ValueId inner = relu("inner", x);
    ValueId one = relu("one", inner);
    ValueId other = relu("other", x);
    relu("spy", inner);
    refused(0, isRead("inner", "spy"), () -> join(one, other));
    assertThat(graph.consumers(one)).as("no node was added").isEmpty();
  }

  @Test
  void whatRunsAfterAnArmCountsAsAReader() {
    ValueId one = relu("one", x);
    ValueId other = relu("other", x);
    ValueId late = relu("late", x);
    graph.orderAfter(late.node(), other.node());
    refused(1, isRead("other", "late"), () -> join(one, other));
  }

  @Test
  void armsEndAlike() {
    ValueId one = relu("one", x);
    ValueId text = graph.apply("text", new ElementwiseOp.Cast(DType.F64), x);
    ValueId row = graph.apply("row", new ViewOp.Unsqueeze(), x, constant(0));
    ValueId list =
        graph.input(
            "list", new ValueType.SequenceType(ValueType.tensor(DType.F32, Shape.UNRANKED)));
    refused(1, "should end in F32[N,3] like arm 0 but ends in F64[N,3]", () -> join(one, text));
    refused(1, "should end in F32[N,3] like arm 0 but ends in F32[1,N,3]", () -> join(one, row));
    ValueId unranked = graph.input("any", ValueType.tensor(DType.F32, Shape.UNRANKED));
    ValueId sum = add("sum", x, unranked);
    refused(1, "should end in F32[N,3] like arm 0 but ends in F32[*]", () -> join(one, sum));
    refused(
        0,
        "should end in a tensor but ends in " + graph.type(list),
        () -> Branches.join(graph, "either", list, List.of(list, x)));
  }

  private ValueId constant(long value) {
    return graph.constant("axes", Tensor.of(new long[] {value}, 1));
  }

  @Test
  void aReaderThatIsAddedLaterIsFound() {
    ValueId inner = relu("inner", x);
    ValueId branch = join(relu("one", inner), relu("other", x));
    ValueId late = relu("late", inner);
    validate(branch);
    refused(0, isRead("inner", "late"), () -> validate(branch, late));
    refused(0, isRead("inner", "sum"), () -> validate(add("sum", branch, inner)));
  }

  @Test
  void aTargetCountsAsAReader() {
    ValueId other = relu("other", x);
    ValueId branch = join(relu("one", x), other);
    refused(
        1,
        "node 'other' is a target outside of the arm; read the branch instead, or let the arms"
            + " part behind it",
        () -> validate(branch, other));
    validate(other);
    validate(branch, x);
  }

  @Test
  void aBranchMayLieInAnArm() {
    ValueId start = relu("start", x);
    ValueId inner =
        Branches.join(graph, "inner", start, List.of(relu("a", start), relu("b", start)));
    ValueId outer = join(relu("end", inner), relu("other", x));
    validate(relu("after", outer));
    List<Branch> branches = Branches.of(graph, List.of(outer));
    assertThat(branches).extracting(Branch::node).containsExactly(inner.node(), outer.node());
    assertThat(names(branches.get(0), 0)).containsExactly("a");
    assertThat(names(branches.get(0), 1)).containsExactly("b");
    assertThat(names(branches.get(1), 0)).containsExactly("start", "a", "b", "inner", "end");
    assertThat(names(branches.get(1), 1)).containsExactly("other");
    assertThatThrownBy(() -> validate(outer, start))
        .isInstanceOfSatisfying(
            InvalidBranch.class, e -> assertThat(e.branch()).isEqualTo("either"));
  }

  private List<String> names(Branch branch, int arm) {
    return branch.arms().get(arm).nodes().stream().map(graph::name).toList();
  }

  @Test
  void anArmsOwnPreparationsAreItsOwn() {
    ValueId weight = graph.constant("weight", Tensor.of(new float[] {1, 2, 3}, 3));
    ValueId scaled = relu("scaled", weight);
    ValueId branch = join(add("one", x, scaled), relu("other", x));
    Branch listed = Branches.of(graph, List.of(branch)).get(0);
    assertThat(names(listed, 0)).containsExactly("scaled", "one");
    assertThat(names(Branches.of(graph, List.of(branch, scaled)).get(0), 0)).containsExactly("one");
  }

  @Test
  void branchesThatWereNotJoinedPartAtTheLastCommonNodes() {
    ValueId start = relu("start", x);
    ValueId beside = relu("beside", x);
    ValueId inner = add("inner", start, beside);
    ValueId branch = added(relu("one", inner), start);
    validate(branch, beside);
    refused(0, isRead("inner", "late"), () -> validate(branch, relu("late", inner)));
  }

  @Test
  void inputsOfTwoKindsPartTheArmsTogether() {
    ValueId zero = constantRow();
    ValueId mask = graph.input("mask", graph.type(x));
    ValueId one = add("one", add("inner", x, zero), mask);
    ValueId other = add("other", add("second", mask, zero), x);
    ValueId branch = added(one, other);
    validate(branch, add("free", constantRow(), zero));
    ValueId inner = graph.operands(one.node()).get(0);
    refused(0, isRead("inner", "late"), () -> validate(branch, relu("late", inner)));
  }

  private ValueId constantRow() {
    return graph.constant("row", Tensor.of(new float[] {1, 2, 3}, 3));
  }

  @Test
  void armsHaveSomethingInCommon() {
    ValueId other = graph.input("other", graph.type(x));
    ValueId branch = added(relu("one", x), relu("two", other));
    refused(
        -1,
        "its arms should start from a common value but have nothing in common",
        () -> validate(branch));
    validate(added(x), added(x, x));
  }

  @Test
  void theNameToReconvergeAtIsNotBeforeTheBranch() {
    ValueId one = relu("one", x);
    ValueId branch = graph.apply("either", new BranchOp("end"), one, x);
    validate(branch);
    validate(relu("end", branch));
    ValueId wrong = graph.apply("either", new BranchOp("one"), one, x);
    refused(
        -1,
        "should reconverge at itself or behind, but 'one' does not depend on it",
        () -> validate(wrong));
  }

  @Test
  void armsOfARewrittenGraphMayShareNodes() {
    ValueId start = relu("start", x);
    ValueId one = relu("one", relu("equal", start));
    ValueId equal = relu("equal", start);
    ValueId branch = Branches.join(graph, "either", start, List.of(one, relu("other", equal)));
    relu("late", equal);
    validate(branch);
    graph.redirect(equal, graph.operands(one.node()).get(0));
    validate(branch);
    assertThat(Branches.of(graph, List.of(branch))).hasSize(1);
  }

  @Test
  void whereArmsPartOutlivesCompaction() {
    ValueId mask = graph.input("mask", graph.type(x));
    ValueId free = relu("free", mask);
    ValueId start = relu("start", x);
    ValueId one = add("one", add("first", start, free), mask);
    ValueId other = add("other", relu("second", start), mask);
    ValueId branch = Branches.join(graph, "either", start, List.of(one, other));
    validate(branch, free);

    Compaction compaction = graph.compact(List.of(branch));
    Graph compact = compaction.graph();
    ValueId moved = compaction.value(branch);
    Branches.validate(compact, List.of(moved, compaction.value(free)));
    ValueId first = compact.operands(compaction.value(one).node()).get(0);
    ValueId late = compact.apply("late", new ElementwiseOp.Unary(OpKind.RELU), first);
    refused(0, isRead("first", "late"), () -> Branches.validate(compact, List.of(moved, late)));

    ValueId unjoined = added(one, other);
    refused(
        0,
        "node 'free' is a target outside of the arm; read the branch instead, or let the arms"
            + " part behind it",
        () -> validate(unjoined, free));
  }

  @Test
  void graphsThatWereRewrittenAreTakenAsTheyAre() {
    ValueId one = relu("one", x);
    ValueId other = relu("other", x);
    ValueId third = relu("third", x);
    ValueId branch = join(one, other, third);
    ValueId folded = graph.constant("folded", Tensor.of(new float[] {1}, 1));
    graph.redirect(other, folded);
    graph.redirect(third, one);
    assertThat(Branches.of(graph, List.of(branch)).get(0).arms())
        .containsExactly(
            new Arm(one, List.of()), new Arm(folded, List.of()), new Arm(one, List.of()));
  }

  @Test
  void bodiesAreChecked() {
    ValueId branch = added(relu("one", x), graph.input("other", graph.type(x)));
    NamedGraph body = new NamedGraph("body", graph, Map.of(), Map.of("y", branch));
    Graph outer = new Graph();
    ValueId decides = outer.input("decides", ValueType.tensor(DType.BOOL, Shape.scalar()));
    ValueId result = outer.apply("if", new ControlOp.If(body, body), decides);
    refused(
        -1,
        "its arms should start from a common value but have nothing in common",
        () -> Branches.validate(outer, List.of(result)));
  }
}
