package io.pelton.engine.realize;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.engine.graph.ElementwiseOp.Binary;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.MutationOp.WriteSlice;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ShapeOp.NonZeroIndices;
import io.pelton.engine.graph.StorageClass;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.DeviceId;
import io.pelton.engine.tensor.DynScalar;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.SymbolId;
import java.util.List;
import org.junit.jupiter.api.Test;

class SymbolOperandsTest {
  private static final SymbolId AT = new SymbolId("at");
  private static final WriteSlice AT_ZERO = new WriteSlice(0, DynScalar.of(0), false);

  private final Graph graph = new Graph();
  private final ValueId cache = input("cache", DType.F32, Shape.fixed(8));
  private final ValueId update = input("update", DType.F32, Shape.fixed(2));

  private ValueId input(String name, DType dtype, Shape shape) {
    return graph.input(name, ValueType.tensor(dtype, shape));
  }

  private static WriteSlice at(SymbolId symbol) {
    return new WriteSlice(0, DynScalar.of(Extent.symbolic(symbol)), false);
  }

  @Test
  void aStartBecomesAnOperand() {
    graph.markSession(cache);
    ValueId first = graph.apply("first", at(AT), cache, update);
    ValueId second = graph.apply("second", at(AT), first, update);
    graph.place(first.node(), DeviceId.parse("cpu:1"));
    long generation = graph.generation();

    SymbolOperands rewritten = SymbolOperands.of(graph, List.of(second));
    Graph copy = rewritten.compaction().graph();
    ValueId start = rewritten.inputs().get(AT);
    ValueId written = rewritten.compaction().value(first);
    assertThat(rewritten.inputs()).hasSize(1);
    assertThat(copy.name(start.node())).isEqualTo("at");
    assertThat(copy.type(start)).isEqualTo(ValueType.tensor(DType.I64, Shape.scalar()));
    assertThat(copy.op(written.node())).isEqualTo(AT_ZERO);
    assertThat(copy.name(written.node())).isEqualTo("first");
    assertThat(copy.placement(written.node())).contains(DeviceId.parse("cpu:1"));
    assertThat(copy.operands(rewritten.compaction().value(second).node()))
        .containsExactly(written, rewritten.compaction().value(update), start);
    assertThat(copy.storageClass(rewritten.compaction().value(cache).node()))
        .isEqualTo(StorageClass.SESSION);
    assertThat(graph.generation()).isEqualTo(generation);
    assertThat(graph.op(first.node())).isEqualTo(at(AT));
  }

  @Test
  void anOffsetThatIsThereIsAddedToIt() {
    ValueId offset = input("at", DType.I64, Shape.scalar());
    ValueId written = graph.apply("write", at(AT), cache, update, offset);
    SymbolOperands rewritten = SymbolOperands.of(graph, List.of(written));
    Graph copy = rewritten.compaction().graph();
    ValueId start = rewritten.inputs().get(AT);
    assertThat(copy.name(start.node())).isEqualTo("'at'");
    ValueId sum = copy.operands(rewritten.compaction().value(written).node()).get(2);
    assertThat(copy.op(sum.node())).isEqualTo(new Binary(OpKind.ADD));
    assertThat(copy.operands(sum.node()))
        .containsExactly(rewritten.compaction().value(offset), start);
  }

  @Test
  void whatInputsOrNodesBindStays() {
    SymbolId length = new SymbolId("N");
    ValueId rows = input("rows", DType.F32, Shape.of(Extent.symbolic(length)));
    SymbolId count = graph.freshSymbol();
    ValueId found = graph.apply("found", new NonZeroIndices(count), update);
    ValueId byLength = graph.apply("by length", at(length), cache, update);
    ValueId byCount = graph.apply("by count", at(count), byLength, update);
    ValueId fixed = graph.apply("fixed", AT_ZERO, byCount, update);
    SymbolOperands rewritten = SymbolOperands.of(graph, List.of(rows, fixed));
    Graph copy = rewritten.compaction().graph();
    assertThat(rewritten.inputs()).isEmpty();
    assertThat(copy.op(rewritten.compaction().value(byLength).node())).isEqualTo(at(length));
    assertThat(copy.predecessors(rewritten.compaction().value(byCount).node()))
        .containsExactly(rewritten.compaction().value(found).node());
    assertThat(copy.size()).isEqualTo(graph.size());
  }
}
