package io.pelton.engine.graph;

import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.DynScalar;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.SymbolId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What a node does: a record whose components are the op's static attributes, grouped by family.
 * Ops that differ in nothing but their {@link OpKind} share a record.
 *
 * <p>An op's rules look at the types and known values of its operands through an {@link Inference}
 * and say what comes out; they throw the exception that {@link Inference#invalid} makes.
 */
public sealed interface Op
    permits SourceOp,
        ElementwiseOp,
        FusedOp,
        ReduceOp,
        NormOp,
        ShapeOp,
        IndexOp,
        ViewOp,
        LinalgOp,
        ConvOp,
        SpreadOp,
        SampleOp,
        SignalOp,
        RecurrentOp,
        AttentionOp,
        QuantizeOp,
        EmbeddingOp,
        ExpertOp,
        FeatureOp,
        ScoringOp,
        TextOp,
        MutationOp,
        GeneratorOp,
        RandomOp,
        BranchOp,
        ControlOp {
  OpKind kind();

  /** Dtypes of the outputs, from the operands' dtypes alone; checks that these are admissible. */
  List<DType> dtypes(Inference in);

  /** Shapes of the outputs; called only when every tensor operand has a known rank. */
  List<Shape> shapes(Inference in);

  /** Types of the outputs. Where an operand's rank is not known, neither is any output's. */
  default List<ValueType> infer(Inference in) {
    List<DType> dtypes = dtypes(in);
    List<Shape> shapes = in.allRanked() ? shapes(in) : null;
    List<ValueType> types = new ArrayList<>(dtypes.size());
    for (int slot = 0; slot < dtypes.size(); slot++) {
      types.add(
          new TensorType(dtypes.get(slot), shapes == null ? Shape.UNRANKED : shapes.get(slot)));
    }
    return types;
  }

  /**
   * The elements of output 0 where it is a small integer tensor whose values follow from shapes and
   * constants; this is how {@code Shape -> Gather -> Concat -> Reshape} is understood.
   */
  default Optional<List<DynScalar>> integers(Inference in) {
    return Optional.empty();
  }

  /**
   * True for operands that are read when a plan is made and never by a kernel: axes, target shapes.
   */
  default boolean isPlanOperand(int operand) {
    return false;
  }

  /**
   * The layout of output 0 over operand 0's storage, where the op moves no bytes. All shapes are
   * known; symbolic extents count as their upper bounds.
   */
  default Optional<Layout> view(Inference in, Layout operand) {
    return Optional.empty();
  }

  /** True when the op never does more than re-read operand 0 through another layout. */
  default boolean isView() {
    return false;
  }

  /**
   * The operand whose storage output 0 takes over: whoever executes the op may write the output
   * into it. The op's value is that of a pure function all the same; a reader of the operand that
   * does not run before reads a snapshot.
   */
  default OptionalInt destructiveInput() {
    return OptionalInt.empty();
  }

  /** Extents among the attributes that are symbolic. */
  default List<Extent> symbolicExtents() {
    return List.of();
  }

  /** Symbols among the attributes; a kernel is bound only once there are none left. */
  default Set<SymbolId> symbols() {
    return symbolicExtents().stream().map(Extent::symbol).collect(Collectors.toSet());
  }

  /**
   * Symbols that the node binds when it has run, by the slot that says to what: an I64 scalar. Each
   * symbol is bound by one node of a graph, added before those that read it, and is no length of an
   * input.
   */
  default Map<Integer, SymbolId> produces() {
    return Map.of();
  }

  /** The op with numbers instead of those of its {@link #symbols} that stand for one by now. */
  default Op bind(Function<SymbolId, OptionalLong> lengths) {
    return this;
  }

  /**
   * True when row {@code i} (index {@code i} of axis 0) of every output depends, among the operands
   * that have rows, only on their row {@code i}. Asked only where {@link Inference#hasRows} holds
   * for an operand; operands without rows count as constants.
   */
  default boolean isRowwise(Inference in) {
    return true;
  }

  /**
   * True for ops that make row {@code i} of their outputs from its index alone, whether or not an
   * operand has rows.
   */
  default boolean makesRows() {
    return false;
  }

  /**
   * True when outputs follow from numbers that a run draws, too. Such a node is neither computed
   * before the run nor replaced by an equal one.
   */
  default boolean isRandom() {
    return false;
  }

  /** The record's name, without its attributes. */
  default String label() {
    return kind().label();
  }
}
