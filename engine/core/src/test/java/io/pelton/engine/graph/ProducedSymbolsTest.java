package io.pelton.engine.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.engine.error.InvalidOp;
import io.pelton.engine.graph.GeneratorOp.Iota;
import io.pelton.engine.graph.ShapeOp.NonZeroIndices;
import io.pelton.engine.graph.Substitution.Replacement;
import io.pelton.engine.graph.ViewOp.Narrow;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.DynScalar;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.SymbolId;
import io.pelton.engine.tensor.Tensor;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ProducedSymbolsTest {
  private final Graph graph = new Graph();
  private final ValueId x = input("x", Shape.fixed(2, 3));
  private final SymbolId count = graph.freshSymbol();

  private ValueId input(String name, Shape shape) {
    return graph.input(name, ValueType.tensor(DType.F32, shape));
  }

  private NodeId nonZero(String name, SymbolId symbol) {
    return graph.add(name, new NonZeroIndices(symbol), List.of(x));
  }

  private static Iota upTo(SymbolId symbol) {
    return new Iota(DType.I64, Shape.of(Extent.symbolic(symbol)), 0);
  }

  private static void refused(Runnable action, String node, String op, String reason) {
    assertThatThrownBy(action::run)
        .isInstanceOfSatisfying(
            InvalidOp.class,
            e -> {
              assertThat(e.node()).isEqualTo(node);
              assertThat(e.op()).isEqualTo(op);
              assertThat(e.reason()).contains(reason);
            })
        .hasMessageContaining("take a symbol from Graph.freshSymbol() for each producer");
  }

  @Test
  void aReaderRunsAfterTheProducerThatItHasNoEdgeTo() {
    NodeId producer = nonZero("found", count);
    ValueId other = graph.apply("other", new Iota(DType.I64, Shape.fixed(2), 0));
    ValueId range = graph.apply("range", upTo(count));
    assertThat(graph.op(producer).produces()).containsExactly(Map.entry(1, count));
    assertThat(graph.producer(count)).contains(producer);
    assertThat(graph.predecessors(range.node())).containsExactly(producer);
    assertThat(graph.order(List.of(range))).containsExactly(x.node(), producer, range.node());
    assertThat(graph.runOrder(List.of(range))).containsExactly(x.node(), producer, range.node());
    assertThat(graph.isOrdered(range.node())).isFalse();
    graph.orderAfter(range.node(), other.node());
    assertThat(graph.predecessors(range.node())).containsExactly(producer, other.node());
  }

  @Test
  void compactingKeepsTheProducerOfWhatAKeptNodeReads() {
    nonZero("dropped", graph.freshSymbol());
    NodeId producer = nonZero("found", count);
    ValueId range = graph.apply("range", upTo(count));
    Compaction compaction = graph.compact(List.of(range));
    Graph copy = compaction.graph();
    NodeId copied = compaction.nodes().get(producer);
    assertThat(copy.size()).isEqualTo(3);
    assertThat(copy.predecessors(compaction.value(range).node())).containsExactly(copied);
    assertThat(copy.producer(count)).contains(copied);
    assertThat(copy.freshSymbol()).isEqualTo(graph.freshSymbol());
    assertThat(copy.isOrdered(copied)).isFalse();
  }

  @Test
  void freshSymbolsAreNoneThatIsInUse() {
    SymbolId next = new SymbolId("?s1");
    SymbolId afterThat = new SymbolId("?s2");
    input("y", Shape.of(Extent.symbolic(afterThat)));
    graph.apply("range", upTo(next));
    assertThat(count).isEqualTo(new SymbolId("?s0"));
    assertThat(graph.freshSymbol()).isEqualTo(new SymbolId("?s3"));
    Graph other = new Graph();
    other.apply("range", upTo(count));
    assertThat(other.freshSymbol()).isNotEqualTo(count);
  }

  @Test
  void aSymbolHasOneProducer() {
    nonZero("first", count);
    refused(
        () -> nonZero("second", count),
        "second",
        "NonZeroIndices",
        "binds symbol '?s0', which node 'first' binds already");
  }

  @Test
  void aLengthOfAnInputHasNoProducer() {
    SymbolId length = new SymbolId("N");
    input("batch", Shape.of(Extent.fixed(1), Extent.symbolic(length)));
    refused(
        () -> nonZero("found", length),
        "found",
        "NonZeroIndices",
        "binds symbol 'N', which node 'batch' has as a length");
    nonZero("found", count);
    refused(
        () -> input("late", Shape.of(Extent.symbolic(count))),
        "late",
        "Input",
        "has a length '?s0', which node 'found' binds already");
  }

  @Test
  void producersComeBeforeTheirReaders() {
    graph.apply("range", upTo(count));
    refused(
        () -> nonZero("found", count),
        "found",
        "NonZeroIndices",
        "binds symbol '?s0', which node 'range' was added before to read it");
  }

  @Test
  void whatFollowsFromConstantsIsKeptByCopies() {
    nonZero("found", count);
    long generation = graph.generation();
    graph.define(count, 4);
    assertThat(graph.generation()).isGreaterThan(generation);
    assertThat(graph.definedSymbols()).containsEntry(count, 4L);
    assertThat(graph.compact(List.of(x)).graph().definedSymbols()).containsEntry(count, 4L);
  }

  @Test
  void aNodeIsReplacedWhileTheGraphIsCopied() {
    ValueId found = new ValueId(nonZero("found", count), 0);
    ValueId copied = graph.apply("copy", new ShapeOp.Copy(), found);
    ValueId last = graph.apply("last", new Narrow(1, DynScalar.of(2)), copied);
    graph.orderAfter(last.node(), x.node());
    Compaction compaction =
        graph.compact(
            List.of(last),
            (copy, node, operands) ->
                graph.op(node) instanceof ShapeOp.Copy
                    ? Optional.of(new Replacement(new MutationOp.ZeroFill(), operands))
                    : Optional.empty());
    Graph copy = compaction.graph();
    assertThat(copy.op(compaction.value(copied).node())).isEqualTo(new MutationOp.ZeroFill());
    assertThat(copy.operands(compaction.value(last).node()))
        .containsExactly(compaction.value(copied));
    assertThat(copy.isOrdered(compaction.value(last).node())).isTrue();
    assertThatThrownBy(
            () ->
                graph.compact(
                    List.of(last),
                    (target, node, operands) ->
                        graph.op(node) instanceof ShapeOp.Copy
                            ? Optional.of(
                                new Replacement(new MutationOp.ZeroFill(), List.of(other(target))))
                            : Optional.empty()))
        .isInstanceOf(InvalidOp.class)
        .hasMessageContaining("can't replace");
  }

  private static ValueId other(Graph graph) {
    return graph.constant("other", Tensor.of(new float[1], 1));
  }
}
