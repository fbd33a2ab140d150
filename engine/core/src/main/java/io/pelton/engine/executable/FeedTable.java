package io.pelton.engine.executable;

import io.pelton.engine.bind.ElementCopies;
import io.pelton.engine.bind.LastRun;
import io.pelton.engine.graph.NamedGraph.Port;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.DeviceStorage;
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

  private int feeds;

  /** New contents by slot, while handles are fed; null where what there is gives way. */
  private final Tensor[] made;

  FeedTable(PlannedExecutable executable, HandleTable handles) {
    this.executable = executable;
    this.handles = handles;
    this.outputs = new int[executable.inputs().size()];
    this.made = new Tensor[outputs.length];
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
    executable.countWrite();
    set(slot, output);
  }

  @Override
  public void remove(String input) {
    executable.guard().within(() -> set(handles.slot(input), NONE));
  }

  @Override
  public Value runAndFeed(Map<String, Tensor> inputs, String input, int output) {
    feed(input, output);
    String name = executable.outputs().get(output).name();
    return executable.run(inputs, output).get(name);
  }

  private void set(int slot, int output) {
    outputs[slot] = output;
    feeds = (int) Arrays.stream(outputs).filter(fed -> fed != NONE).count();
    executable.keepResident();
  }

  /** Adds what should stay on the device. */
  void addTo(BitSet resident) {
    Arrays.stream(outputs).filter(output -> output != NONE).forEach(resident::set);
  }

  /**
   * Feeds handles from a run that has just ended: all of them or, where an output does not fit its
   * handle or there is no memory for it, none.
   *
   * @param waits true when a handle's first contents have to be there afterwards
   */
  void apply(LastRun run, boolean waits) {
    if (feeds == 0) {
      return;
    }
    try {
      for (int slot = 0; slot < outputs.length; slot++) {
        if (outputs[slot] != NONE) {
          Tensor value = (Tensor) run.output(outputs[slot]);
          if (!waits && !(value.storage() instanceof DeviceStorage)) {
            // a queue reads the host's memory at once, and the run may not have written it yet
            handles.copies().await();
          }
          made[slot] = room(handles.get(slot), value);
        }
      }
      for (int slot = 0; slot < outputs.length; slot++) {
        if (outputs[slot] != NONE) {
          fill(slot, (Tensor) run.output(outputs[slot]), waits);
        }
      }
    } catch (RuntimeException | Error e) {
      for (int slot = 0; slot < outputs.length; slot++) {
        if (made[slot] != null) {
          made[slot].storage().close();
          made[slot] = null;
        }
      }
      throw e;
    }
  }

  /** Memory for contents of other lengths than before; null where those before give way. */
  private Tensor room(Handle handle, Tensor value) {
    handle.contract().check(value);
    ElementCopies copies = handles.copies();
    if (value.dtype() == DType.STRING || !handles.canReside(handle)) {
      return copies.toHost(value);
    }
    Tensor before = handle.resident();
    return before != null && before.layout().isAsLong(value.layout())
        ? null
        : copies.allocate(handles.device(), value.dtype(), value.dims());
  }

  private void fill(int slot, Tensor value, boolean waits) {
    Handle handle = handles.get(slot);
    Tensor other = made[slot];
    if (!handles.canReside(handle)) {
      handle.bind(other, false);
    } else if (value.dtype() == DType.STRING) {
      handle.replace(other, handles.copies().waits());
    } else if (other == null) {
      handles.copies().copy(value, handle.resident());
    } else {
      long sentAfter = handles.copies().waits();
      handles.copies().copy(value, other);
      if (waits || handle.resident() != null) {
        handles.copies().await();
      }
      handle.replace(other, sentAfter);
    }
    if (other != null) {
      made[slot] = null;
      handles.count();
    }
  }
}
