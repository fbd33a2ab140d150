package io.pelton.engine.executable;

import io.pelton.engine.bind.ElementCopies;
import io.pelton.engine.bind.LastRun;
import io.pelton.engine.error.EngineException;
import io.pelton.engine.graph.NamedGraph.Port;
import io.pelton.engine.kernel.RunState;
import io.pelton.engine.tensor.DeviceStorage;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import java.util.List;

/** Outputs of the last run, which may still be in flight: reading them waits for it. */
final class RunOutputs {
  private final List<Port> ports;
  private final RunState state;
  private final ElementCopies copies;
  private final HostOutputs onHost;
  private LastRun last;

  /** Runs may have been enqueued that nobody has waited for. */
  private boolean isUnderway;

  RunOutputs(List<Port> ports, RunState state, ElementCopies copies) {
    this.ports = ports;
    this.state = state;
    this.copies = copies;
    this.onHost = new HostOutputs(ports.size(), copies);
  }

  /**
   * Another run starts.
   *
   * @param waits false when it may be in flight afterwards
   */
  void begin(boolean waits) {
    forget();
    isUnderway |= !waits;
  }

  /** What the run left. */
  void are(LastRun run) {
    last = run;
  }

  void forget() {
    last = null;
    onHost.forget();
  }

  /**
   * Waits for runs in flight.
   *
   * @throws io.pelton.engine.error.EngineException when one of them failed; there are no outputs
   *     then
   */
  void settle() {
    if (isUnderway) {
      isUnderway = false;
      state.await();
    }
  }

  /**
   * Waits for runs in flight and drops their outputs.
   *
   * @param failure why; takes in what else failed
   */
  void abandon(Throwable failure) {
    isUnderway = false;
    forget();
    try {
      state.await();
    } catch (EngineException e) {
      failure.addSuppressed(e);
    }
  }

  /** What ran last, maybe still in flight; its outputs lie where they are left. */
  LastRun run() {
    if (last == null) {
      throw new IllegalStateException(
          "there are no outputs: nothing ran yet, or the last run failed");
    }
    return last;
  }

  /** Where an output is left; on the host, what comes from a device has arrived. */
  Value left(int output) {
    Value value = run().output(output);
    if (!(value instanceof Tensor tensor && tensor.storage() instanceof DeviceStorage)) {
      settle();
    }
    return value;
  }

  Value onHost(int output) {
    Ends.output(ports, output);
    settle();
    return onHost.get(run(), output);
  }

  /** A copy on the heap, of its own. */
  Value copy(int output) {
    settle();
    return onHost.copy(run(), output);
  }

  OutputSlot slot(int output) {
    Ends.output(ports, output);
    settle();
    return onHost.slot(tensor(output), output);
  }

  /** A copy of index {@code row} of axis 0. */
  Tensor row(int output, long row) {
    Port port = Ends.output(ports, output);
    settle();
    return Rows.copy(port.name(), tensor(output), row, copies);
  }

  private Tensor tensor(int output) {
    if (run().output(output) instanceof Tensor tensor) {
      return tensor;
    }
    throw new IllegalArgumentException(
        "output '" + ports.get(output).name() + "' is no tensor; read it through output(index)");
  }
}
