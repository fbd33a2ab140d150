package io.pelton.engine.executable;

import io.pelton.engine.bind.ElementCopies;
import io.pelton.engine.bind.HostCopies;
import io.pelton.engine.bind.LastRun;
import io.pelton.engine.tensor.DeviceStorage;
import io.pelton.engine.tensor.NativeStorage;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import java.util.Arrays;

/** Outputs as their reader gets them: on the host, downloaded when they are first asked for. */
final class HostOutputs {
  private final ElementCopies copies;
  private final Tensor[] downloaded;
  private final OutputSlot[] slots;
  private final Tensor[] slotTensors;

  /**
   * @param outputs how many there are
   */
  HostOutputs(int outputs, ElementCopies copies) {
    this.copies = copies;
    this.downloaded = new Tensor[outputs];
    this.slots = new OutputSlot[outputs];
    this.slotTensors = new Tensor[outputs];
  }

  /** What was downloaded belongs to an earlier run. */
  void forget() {
    Arrays.fill(downloaded, null);
  }

  Value get(LastRun run, int index) {
    Value value = run.output(index);
    if (!(value instanceof Tensor tensor && tensor.storage() instanceof DeviceStorage)) {
      return value;
    }
    if (downloaded[index] == null) {
      downloaded[index] = copies.toHost(tensor);
    }
    return downloaded[index];
  }

  /** A copy of an output, of its own. */
  Value copy(LastRun run, int index) {
    Value value = get(run, index);
    return value instanceof Tensor tensor && tensor.storage() instanceof NativeStorage
        ? copies.toHost(tensor)
        : HostCopies.of(value);
  }

  /** Where an output lies; the same object for as long as it lies there. */
  @SuppressWarnings("ReferenceEquality") // plans keep their output tensors as objects
  OutputSlot slot(Tensor output, int index) {
    if (slotTensors[index] != output) {
      slotTensors[index] = output;
      slots[index] =
          new OutputSlot(output.storage(), output.layout().offset(), output.layout().elements());
    }
    return slots[index];
  }
}
