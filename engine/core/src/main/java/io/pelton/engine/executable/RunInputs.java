package io.pelton.engine.executable;

import io.pelton.engine.error.UnknownName;
import io.pelton.engine.plan.InputContract;
import io.pelton.engine.plan.StateCheck;
import io.pelton.engine.tensor.Tensor;
import java.util.List;
import java.util.Map;

/** What a run reads: what it is given, or handles hold, if that is what the graph declares. */
final class RunInputs {
  private final List<InputContract> contracts;
  private final HandleTable handles;
  private final SymbolCheck symbols;
  private final RowExtent extent;
  private final StateCheck states;
  private final SameTensors checked;

  RunInputs(
      List<InputContract> contracts, HandleTable handles, RowExtent extent, StateCheck states) {
    this.contracts = contracts;
    this.handles = handles;
    this.symbols = new SymbolCheck(contracts);
    this.extent = extent;
    this.states = states;
    this.checked = new SameTensors(contracts.size());
  }

  /** {@link #bySlot(List, Map)} of these. */
  Tensor[] bySlot(Map<String, Tensor> inputs) {
    return bySlot(contracts, inputs);
  }

  /**
   * @return by slot, null where left out
   * @throws UnknownName for a name that no input has
   */
  static Tensor[] bySlot(List<InputContract> contracts, Map<String, Tensor> inputs) {
    List<String> names = names(contracts);
    for (String name : inputs.keySet()) {
      if (!names.contains(name)) {
        throw new UnknownName("no input", name, names);
      }
    }
    return names.stream().map(inputs::get).toArray(Tensor[]::new);
  }

  /**
   * Checks what is given and adds contents of handles, without allocation.
   *
   * @param given by slot; null, or beyond the end, where left out
   * @return by slot, valid until the next call
   * @throws UnknownName when there are too many, or one is missing
   * @throws io.pelton.engine.error.InputMismatch when one breaks its contract
   */
  Tensor[] of(Tensor[] given) {
    if (given.length > contracts.size()) {
      throw new UnknownName("no input", "#" + contracts.size(), names(contracts));
    }
    for (int slot = 0; slot < given.length; slot++) {
      if (given[slot] != null) {
        contracts.get(slot).checkOnHost(given[slot]);
      }
    }
    Tensor[] inputs = handles.complete(given);
    if (checked.are(inputs)) {
      extent.check(inputs);
      return inputs;
    }
    for (int slot = 0; slot < contracts.size(); slot++) {
      if (slot == inputs.length || inputs[slot] == null) {
        throw new UnknownName("missing input", contracts.get(slot).name(), names(contracts));
      }
      contracts.get(slot).check(inputs[slot]);
    }
    symbols.check(inputs);
    extent.check(inputs);
    states.check(inputs);
    checked.remember(inputs);
    return inputs;
  }

  /** Lets go of the last run's. */
  void forget() {
    checked.forget();
  }

  private static List<String> names(List<InputContract> contracts) {
    return contracts.stream().map(InputContract::name).toList();
  }
}
