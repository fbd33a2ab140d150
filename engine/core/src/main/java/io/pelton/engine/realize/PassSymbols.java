package io.pelton.engine.realize;

import io.pelton.engine.error.SymbolConflict;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.tensor.SymbolId;
import java.util.List;
import java.util.OptionalLong;

/**
 * What symbols stand for in one pass: what it is given, and what its nodes bind. A node may bind a
 * symbol that is given, to the same number; it then counts as given, and nobody waits for the node.
 * What followed from constants when the graph was optimized counts as bound by a node. Used by one
 * thread at a time.
 */
final class PassSymbols {
  private final SymbolUses uses;
  private final SymEnv given;
  private final SymEnv produced = new SymEnv();

  /**
   * Starts a pass.
   *
   * @param given lengths of inputs and the environment: {@link SymbolUses#given}
   * @throws io.pelton.engine.error.UnboundSymbol when a node reads a symbol that nothing binds
   * @throws io.pelton.engine.error.CapacityExceeded when a symbol stands for more than fits
   * @throws SymbolConflict when a symbol that follows from constants is given another number
   */
  PassSymbols(SymbolUses uses, SymEnv given) {
    this.uses = uses;
    this.given = given;
    uses.defined().forEach(this::add);
    uses.check(given, produced);
  }

  /** As far as this has come. */
  PassSymbols copy() {
    PassSymbols copy = new PassSymbols(uses, given);
    produced.symbols().forEach(symbol -> copy.produced.bind(symbol, produced.value(symbol)));
    return copy;
  }

  /** What the symbol stands for by now. */
  OptionalLong length(SymbolId symbol) {
    OptionalLong value = given.get(symbol);
    return value.isPresent() ? value : produced.get(symbol);
  }

  /**
   * Says what a node that has run binds.
   *
   * @throws SymbolConflict when the symbol stands for another number
   * @throws io.pelton.engine.error.CapacityExceeded when that is more than fits where it is read
   */
  void produce(SymbolId symbol, long value) {
    if (add(symbol, value)) {
      uses.checkProduced(symbol, given, produced);
    }
  }

  /** False for what is given. */
  private boolean add(SymbolId symbol, long value) {
    long expected = given.value(symbol);
    if (expected == SymEnv.UNBOUND) {
      produced.bind(symbol, value);
      return true;
    }
    if (expected != value) {
      throw new SymbolConflict(symbol.name(), expected, value);
    }
    return false;
  }

  /** The nodes that still wait for what other nodes bind, in order. */
  List<NodeId> deferred() {
    return uses.deferred(given, produced);
  }

  SymEnv given() {
    return given;
  }

  /** What nodes have bound so far; disjoint from what is given. */
  SymEnv produced() {
    return produced;
  }
}
