package io.pelton.engine.realize;

import io.pelton.engine.bind.BoundPlan;
import io.pelton.engine.error.UnknownName;
import io.pelton.engine.guard.ExecutionGuard;
import io.pelton.engine.kernel.RngOptions;
import io.pelton.engine.kernel.RunState;
import io.pelton.engine.realize.Template.Input;
import io.pelton.engine.tensor.HeapStorage;
import io.pelton.engine.tensor.SymbolId;
import io.pelton.engine.tensor.Tensor;
import java.util.Arrays;
import java.util.Map;

/**
 * A pass that was captured as a list of calls on memory that stays where it is: inputs are copied
 * in, the calls run, and results lie where they lay before. Nothing is looked up, allocated or
 * locked. Used by one thread at a time; every buffer that the calls name is held until it is
 * closed.
 */
public final class CapturedRun implements AutoCloseable {
  private final Template template;
  private final Input[] ports;
  private final CapturedInput[] inputs;
  private final Map<SymbolId, Tensor> starts;
  private final BoundPlan bound;
  private final RunState state;
  private final HostTensors host;
  private final Realized results;
  private final ExecutionGuard guard =
      new ExecutionGuard("captured run", "Give every thread a captured run of its own.");

  /**
   * @param inputs in order
   * @param starts scalars that calls read for symbols
   * @param bound null where targets need no call
   * @param state that its calls read; closed with this
   * @param results on the memory that the calls write
   */
  CapturedRun(
      Template template,
      Map<Input, CapturedInput> inputs,
      Map<SymbolId, Tensor> starts,
      BoundPlan bound,
      RunState state,
      HostTensors host,
      Realized results) {
    this.template = template;
    this.ports = inputs.keySet().toArray(new Input[0]);
    this.inputs = inputs.values().toArray(new CapturedInput[0]);
    this.starts = Map.copyOf(starts);
    this.bound = bound;
    this.state = state;
    this.host = host;
    this.results = results;
  }

  /**
   * Where random numbers of the next runs come from; until it is set, as what was captured says.
   */
  public void setRng(RngOptions options) {
    guard.within(() -> state.setRng(options));
  }

  /** {@link #replay(StorageCache, SymEnv)} where no symbol is read. */
  public Realized replay(StorageCache given) {
    return replay(given, new SymEnv());
  }

  /**
   * Runs the calls on other inputs.
   *
   * @param given of exactly the lengths that were captured; session state is not copied but must be
   *     what was captured
   * @param env what symbolic starts stand for in this run
   * @return the same object in every run; its results are valid until the next, and it is closed
   *     with this
   * @throws UnknownName when an input is missing
   * @throws io.pelton.engine.error.InputMismatch when one has another dtype, shape or memory
   * @throws io.pelton.engine.error.UnboundSymbol when a start stands for nothing
   * @throws io.pelton.engine.error.CapacityExceeded when one stands for too much
   * @throws io.pelton.engine.error.KernelFailure when a kernel throws
   * @throws io.pelton.engine.error.TopologyChanged when the graph was changed since
   */
  public Realized replay(StorageCache given, SymEnv env) {
    guard.enter();
    try {
      template.checkUnchanged();
      for (int i = 0; i < inputs.length; i++) {
        inputs[i].copy(template.find(ports[i], given));
      }
      bindStarts(given, env);
      if (bound != null) {
        bound.run();
      }
      return results;
    } finally {
      guard.exit();
    }
  }

  private void bindStarts(StorageCache given, SymEnv env) {
    if (starts.isEmpty()) {
      return;
    }
    PassSymbols symbols = new GivenInputs(template, given, env, host).symbols();
    starts.forEach((symbol, scalar) -> write(scalar, symbols.length(symbol).orElseThrow()));
  }

  private static void write(Tensor scalar, long value) {
    ((HeapStorage) scalar.storage()).longs()[0] = value;
  }

  /** Releases all memory, after a run in progress. */
  @Override
  public void close() {
    if (guard.close()) {
      state.close();
      results.close();
      Arrays.stream(inputs).forEach(CapturedInput::close);
      if (bound != null) {
        bound.close();
      }
    }
  }
}
