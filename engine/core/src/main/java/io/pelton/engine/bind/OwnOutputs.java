package io.pelton.engine.bind;

import io.pelton.engine.kernel.Device;
import io.pelton.engine.plan.Plan;
import io.pelton.engine.plan.PlannedValue;
import io.pelton.engine.plan.Root;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Storage;
import java.util.HashMap;
import java.util.Map;

/** Outputs that outlive the run, in memory that may be another one in the next. */
final class OwnOutputs implements AutoCloseable {
  /** Memory that one or more outputs share. */
  private static final class Own {
    private final int output;
    private final Device device;
    private final DType dtype;
    private final long elements;
    private Storage storage;

    private Own(int output, Device device, DType dtype, long elements) {
      this.output = output;
      this.device = device;
      this.dtype = dtype;
      this.elements = elements;
    }

    private void close() {
      if (storage != null) {
        storage.close();
        storage = null;
      }
    }
  }

  private final Map<Root, Own> byRoot = new HashMap<>();

  OwnOutputs(Plan plan) {
    if (plan.delivery() != Plan.Delivery.IN_PLACE) {
      return;
    }
    for (int i = 0; i < plan.outputs().size(); i++) {
      PlannedValue value = plan.outputs().get(i);
      if (value.root() instanceof Root.Transient slice) {
        Device device = plan.devices().holding(slice.arena().space());
        byRoot.putIfAbsent(slice, new Own(i, device, slice.dtype(), slice.elements()));
      } else if (value.root() instanceof Root.Strings) {
        Device host = plan.devices().host();
        byRoot.putIfAbsent(value.root(), new Own(i, host, DType.STRING, value.layout().elements()));
      }
    }
  }

  boolean owns(Root root) {
    return byRoot.containsKey(root);
  }

  /** Takes other memory for all of them. */
  void place(OutputMemory memory) {
    for (Own own : byRoot.values()) {
      own.close();
      own.storage = memory.storage(own.output, own.device, own.dtype, own.elements);
    }
  }

  Storage storage(Root root) {
    return byRoot.get(root).storage;
  }

  @Override
  public void close() {
    byRoot.values().forEach(Own::close);
  }
}
