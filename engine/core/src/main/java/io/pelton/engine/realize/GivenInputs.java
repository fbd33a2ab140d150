package io.pelton.engine.realize;

import io.pelton.engine.bind.HostCopies;
import io.pelton.engine.error.UnknownName;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.plan.Known;
import io.pelton.engine.plan.PlanKey;
import io.pelton.engine.realize.Template.Input;
import io.pelton.engine.tensor.SymbolId;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What one pass is given, checked against what its template asks for. */
final class GivenInputs {
  private final Template template;
  private final HostTensors host;
  private final Map<ValueId, Value> values = new HashMap<>();
  private final PassSymbols symbols;

  /**
   * @throws UnknownName for an input that is needed and missing
   * @throws io.pelton.engine.error.EngineException for one of another dtype or shape, and for
   *     symbols that stand for two numbers, for none or for too much
   */
  GivenInputs(Template template, StorageCache inputs, SymEnv env, HostTensors host) {
    this.template = template;
    this.host = host;
    List<Input> asked = template.inputs();
    Tensor[] tensors = new Tensor[asked.size()];
    for (int slot = 0; slot < tensors.length; slot++) {
      Input input = asked.get(slot);
      tensors[slot] = template.find(input, inputs);
      input.contract().check(tensors[slot]);
      values.put(input.id(), tensors[slot]);
    }
    template.states().check(tensors);
    SymbolUses uses = template.symbols();
    this.symbols = new PassSymbols(uses, uses.given(id -> inputs.find(template.asGiven(id)), env));
    template.starts().forEach((symbol, id) -> values.put(id, scalar(symbol)));
  }

  private Tensor scalar(SymbolId symbol) {
    return Tensor.of(new long[] {symbols.length(symbol).orElseThrow()});
  }

  /** In the graph that runs. */
  Map<ValueId, Value> values() {
    return values;
  }

  /** What symbols stand for when the pass begins. */
  PassSymbols symbols() {
    return symbols;
  }

  /** What planning may know. */
  Map<ValueId, Known> known() {
    Map<ValueId, Known> known = new HashMap<>();
    for (Input input : template.inputs()) {
      Tensor tensor = (Tensor) values.get(input.id());
      Known is = Known.of(tensor, input.isSession());
      known.put(input.id(), input.contract().isPlanInput() ? is.withValue(elements(tensor)) : is);
    }
    template.starts().values().forEach(id -> known.put(id, Known.of(values.get(id), false)));
    return known;
  }

  private Tensor elements(Tensor tensor) {
    return HostCopies.ofNumbers(host.of(tensor));
  }

  /** Writes down all that plans depend on. */
  void key(PlanKey key) {
    key.start(-1);
    for (Input input : template.inputs()) {
      Tensor tensor = (Tensor) values.get(input.id());
      key.addInput(tensor, false);
      if (input.contract().isPlanInput()) {
        key.addValues(host.of(tensor));
      }
    }
    for (SymbolId symbol : template.read()) {
      key.add(symbols.length(symbol).orElse(SymEnv.UNBOUND));
    }
  }
}
