package io.pelton.engine.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.engine.error.InvalidOp;
import io.pelton.engine.graph.GeneratorOp.Alloc;
import io.pelton.engine.graph.GeneratorOp.Iota;
import io.pelton.engine.graph.MutationOp.InPlace;
import io.pelton.engine.graph.MutationOp.Move;
import io.pelton.engine.graph.MutationOp.Release;
import io.pelton.engine.graph.MutationOp.WriteSlice;
import io.pelton.engine.graph.MutationOp.ZeroFill;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.DeviceId;
import io.pelton.engine.tensor.DynScalar;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.SymbolId;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class MutationRulesTest {
  private static final SymbolId SYMBOL = new SymbolId("N");
  private static final Extent N = Extent.symbolic(SYMBOL);

  private final Graph graph = new Graph();

  private ValueId input(DType dtype, Shape shape) {
    return graph.input("x" + graph.size(), ValueType.tensor(dtype, shape));
  }

  private ValueId floats(long... dims) {
    return input(DType.F32, Shape.fixed(dims));
  }

  private static WriteSlice at(int axis, long start, boolean rotating) {
    return new WriteSlice(axis, DynScalar.of(start), rotating);
  }

  private void refused(String op, String reason, Op record, ValueId... operands) {
    assertThatThrownBy(() -> graph.add("bad", record, List.of(operands)))
        .isInstanceOfSatisfying(
            InvalidOp.class,
            e -> {
              assertThat(e.node()).isEqualTo("bad");
              assertThat(e.op()).isEqualTo(op);
              assertThat(e.reason()).contains(reason);
            })
        .hasMessageContaining("Node 'bad' (" + op + "): ");
  }

  @Test
  void theOutputIsTheTargetsTypeAndTakesItsStorage() {
    ValueId target = floats(3, 4);
    List<Op> ops =
        List.of(new ZeroFill(), new InPlace(OpKind.RELU), new Move(DeviceId.parse("cpu:1")));
    for (Op op : ops) {
      assertThat(graph.type(graph.apply("op", op, target))).isEqualTo(graph.type(target));
      assertThat(op.destructiveInput()).hasValue(0);
    }
    ValueId written = graph.apply("written", at(-1, 2, false), target, floats(3, 2));
    assertThat(graph.type(written)).isEqualTo(graph.type(target));
    assertThat(at(0, 0, true).destructiveInput()).hasValue(0);
    ValueId token = graph.apply("token", new Release(), target);
    assertThat(graph.type(token)).isEqualTo(ValueType.tensor(DType.F32, Shape.fixed(0)));
    assertThat(new ShapeOp.Copy().destructiveInput()).isEmpty();
    assertThat(new Alloc(DType.F32, Shape.fixed(3)).destructiveInput()).isEmpty();
  }

  @Test
  void updatesHaveToFit() {
    ValueId target = floats(3, 4);
    refused("WriteSlice", "should have one rank of at least 1", at(0, 0, true), target, floats(4));
    refused(
        "WriteSlice",
        "update [2,2] should be as long as target [3,4] along axis 0",
        at(1, 0, true),
        target,
        floats(2, 2));
    refused(
        "WriteSlice",
        "update [3,5] is longer than target [3,4] along axis 1",
        at(1, 0, true),
        target,
        floats(3, 5));
    refused("WriteSlice", "axis 2 is outside of [-2, 1]", at(2, 0, true), target, floats(3, 2));
    refused(
        "WriteSlice",
        "an update of length 2 at 3 exceeds the axis of length 4; make the slice rotating",
        at(1, 3, false),
        target,
        floats(3, 2));
    refused(
        "WriteSlice",
        "the update should be F32 like the target but is I64",
        at(1, 0, false),
        target,
        input(DType.I64, Shape.fixed(3, 2)));
    refused(
        "WriteSlice",
        "the start should be I64 but is F32",
        at(1, 0, false),
        target,
        floats(3, 2),
        floats());
    refused(
        "WriteSlice",
        "the start should be a scalar but is [2]",
        at(1, 0, false),
        target,
        floats(3, 2),
        input(DType.I64, Shape.fixed(2)));
    ValueId text = input(DType.STRING, Shape.fixed(3, 4));
    refused("WriteSlice", "strings can't be written in place", at(1, 0, false), text, text);
  }

  @Test
  void aSymbolicStartIsCheckedOnceItIsBound() {
    WriteSlice op = new WriteSlice(0, DynScalar.of(N), false);
    assertThat(op.symbols()).containsExactly(SYMBOL);
    ValueId target = floats(4);
    ValueId update = floats(1);
    graph.apply("fits later", op, target, update);
    assertThat(op.bind(symbol -> OptionalLong.empty())).isEqualTo(op);
    Op bound = op.bind(symbol -> OptionalLong.of(4));
    assertThat(bound.symbols()).isEmpty();
    refused("WriteSlice", "an update of length 1 at 4 exceeds", bound, target, update);
  }

  @Test
  void rowsStayApartWhereAnotherAxisIsWritten() {
    graph.markRows(SYMBOL);
    ValueId target = input(DType.F32, Shape.of(N, Extent.fixed(4)));
    ValueId update = input(DType.F32, Shape.of(N, Extent.fixed(2)));
    NodeId inner = graph.add("inner", at(1, 0, false), List.of(target, update));
    NodeId outer = graph.add("outer", at(0, 0, false), List.of(target, target));
    assertThat(graph.op(inner).isRowwise(graph.inference(inner))).isTrue();
    assertThat(graph.op(outer).isRowwise(graph.inference(outer))).isFalse();
  }

  @Test
  void armsAgree() {
    ValueId first = floats(2, 3);
    ValueId merged = graph.apply("branch", new BranchOp("end"), first, floats(2, 3));
    assertThat(graph.type(merged)).isEqualTo(graph.type(first));
    refused("Branch", "needs at least one arm", new BranchOp("end"));
    refused(
        "Branch",
        "arm 1 should be F32",
        new BranchOp("end"),
        first,
        input(DType.I64, Shape.fixed(2, 3)));
    refused(
        "Branch",
        "arm 1 should have shape [2,3] but has [3,2]",
        new BranchOp("end"),
        first,
        floats(3, 2));
  }

  @Test
  void generatorsHaveNoOperands() {
    refused("Alloc", "takes no operands but has 1", new Alloc(DType.F32, Shape.fixed(1)), floats());
    refused("Alloc", "strings can't be written in place", new Alloc(DType.STRING, Shape.fixed(1)));
    refused(
        "Iota", "the rank of the shape should be known", new Iota(DType.I64, Shape.UNRANKED, 0));
  }

  @Test
  void capacityIsTheNumberOfElementsAndABoundNoMoreThanThat() {
    NodeId fixed =
        graph.add(
            "fixed", new ShapeOp.NonZeroIndices(graph.freshSymbol()), List.of(floats(2, 3, 4)));
    assertThat(graph.types(fixed))
        .containsExactly(
            ValueType.tensor(DType.I64, Shape.fixed(3, 24)),
            ValueType.tensor(DType.I64, Shape.scalar()));
    ValueId bounded = input(DType.BOOL, Shape.of(Extent.symbolic(SYMBOL, 5), Extent.fixed(2)));
    NodeId upTo =
        graph.add("up to", new ShapeOp.NonZeroIndices(graph.freshSymbol()), List.of(bounded));
    Extent capacity = ((ValueType.TensorType) graph.types(upTo).get(0)).shape().extent(1);
    assertThat(capacity.isFixed()).isFalse();
    assertThat(capacity.max()).isEqualTo(10);
    ValueId open = input(DType.BOOL, Shape.of(N));
    NodeId unknown =
        graph.add("open", new ShapeOp.NonZeroIndices(graph.freshSymbol()), List.of(open));
    assertThat(((ValueType.TensorType) graph.types(unknown).get(0)).shape().isFixed()).isFalse();
  }
}
