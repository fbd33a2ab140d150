package io.pelton.engine.executable;

import io.pelton.engine.bind.LastRun;
import io.pelton.engine.graph.NamedGraph.Port;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;

/** {@link HandleFeeds} of one executable. */
final class FeedTable implements HandleFeeds {
  private static final int NONE = -1;

  private final PlannedExecutable executable;
  private final HandleTable handles;

  /** Outputs by the slot of the input that they are fed to. */
  private final int[] outputs;

  FeedTable(PlannedExecutable executable, HandleTable handles) {
    this.executable = executable;
    this.handles = handles;
    this.outputs = new int[executable.inputs().size()];
    Arrays.fill(outputs, NONE);
  }

  @Override
  public void feed(String input, int output) {
    executable.guard().within(() -> add(input, output));
  }

  private void add(String input, int output) {
    int slot = handles.slot(input);
    List<Port> ports = executable.outputs();
    Ends.checkSame(executable.inputs().get(slot), Ends.output(ports, output), Ends.NONE);
    outputs[slot] = output;
    executable.countWrite();
    executable.keepResident();
  }

  @Override
  public void remove(String input) {
    executable
        .guard()
        .within(
            () -> {
              outputs[handles.slot(input)] = NONE;
              executable.keepResident();
            });
  }

  @Override
  public Value runAndFeed(Map<String, Tensor> inputs, String input, int output) {
    feed(input, output);
    String name = executable.outputs().get(output).name();
    return executable.run(inputs, output).get(name);
  }

  /** Adds what should stay on the device. */
  void addTo(BitSet resident) {
    Arrays.stream(outputs).filter(output -> output != NONE).forEach(resident::set);
  }

  /** Feeds handles from a run that has just ended. */
  void apply(LastRun run) {
    for (int slot = 0; slot < outputs.length; slot++) {
      if (outputs[slot] != NONE) {
        handles.replace(slot, (Tensor) run.output(outputs[slot]));
      }
    }
  }
}
