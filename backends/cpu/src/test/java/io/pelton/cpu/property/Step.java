package io.pelton.cpu.property;

import io.pelton.engine.graph.Op;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.tensor.DeviceId;
import io.pelton.engine.tensor.SymbolId;
import io.pelton.engine.tensor.Tensor;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** How one node of a graph comes about. */
sealed interface Step {
  /** The steps that have to be there before. */
  List<Ref> operands();

  /**
   * @param data by scenario
   */
  record Input(TensorType type, boolean isSession, List<Tensor> data) implements Step {
    boolean has(SymbolId symbol) {
      return type.shape().extents().stream().anyMatch(e -> symbol.equals(e.symbol()));
    }

    @Override
    public List<Ref> operands() {
      return List.of();
    }
  }

  record Constant(Tensor tensor) implements Step {
    @Override
    public List<Ref> operands() {
      return List.of();
    }
  }

  /**
   * @param after steps that run before this one without being read
   * @param device where the node runs in plans that keep to such wishes
   * @param isBound the wish is a must: the node rewrites memory of the caller
   */
  record Apply(
      Op op, List<Ref> operands, Set<Integer> after, Optional<DeviceId> device, boolean isBound)
      implements Step {
    boolean binds(SymbolId symbol) {
      return op.produces().containsValue(symbol);
    }

    /** The same node with numbers for symbols. */
    Apply bound(Map<SymbolId, Long> symbols) {
      Op bound =
          op.bind(
              symbol ->
                  symbols.containsKey(symbol)
                      ? OptionalLong.of(symbols.get(symbol))
                      : OptionalLong.empty());
      return new Apply(bound, operands, after, device, isBound);
    }
  }

  /**
   * Ways to one value.
   *
   * @param diverge what they all start from
   * @param exits what they end in, by arm: the same elements in all scenarios
   */
  record Branch(Ref diverge, List<Ref> exits) implements Step {
    @Override
    public List<Ref> operands() {
      return exits;
    }
  }
}
