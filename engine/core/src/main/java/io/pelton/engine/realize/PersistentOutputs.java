package io.pelton.engine.realize;

import io.pelton.engine.bind.OutputMemory;
import io.pelton.engine.error.ConcurrentUse;
import io.pelton.engine.error.InputMismatch;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.guard.ExecutionGuard;
import io.pelton.engine.kernel.Device;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.DeviceId;
import io.pelton.engine.tensor.DeviceStorage;
import io.pelton.engine.tensor.HeapStorage;
import io.pelton.engine.tensor.Storage;
import io.pelton.engine.tensor.Tensor;
import java.util.HashMap;
import java.util.Map;

/**
 * Memory for what nodes of one graph leave, which stays where it is from pass to pass: the first
 * pass takes it, later ones write it again, so that results are valid until the next pass. Memory
 * that is too small for a later pass is replaced by larger one. Together with an {@link OrderCache}
 * nothing is looked up or allocated between the steps of a pass. Used by one pass at a time.
 */
public final class PersistentOutputs implements AutoCloseable {
  private record Slot(ValueId value, DType dtype, DeviceId device) {}

  private final Map<Slot, Storage> storages = new HashMap<>();
  private final ResultMemory memory = this::place;
  private final ExecutionGuard guard =
      new ExecutionGuard("persistent output memory", "Give every thread some of its own.");
  private Object graph;
  private long version;

  /** For one graph, whichever is realized first. */
  public PersistentOutputs() {}

  /** How often memory was taken: stays the same from pass to pass once all of it is there. */
  public long allocations() {
    return version;
  }

  /** Bytes that are held. */
  public long bytes() {
    return storages.values().stream().mapToLong(Storage::byteLength).sum();
  }

  /**
   * @throws ConcurrentUse when another pass uses them, or they are closed
   */
  void enter() {
    guard.enter();
  }

  void exit() {
    guard.exit();
  }

  /**
   * For passes over that graph.
   *
   * @throws IllegalArgumentException when this holds another graph's results
   */
  ResultMemory of(Object owner) {
    if (graph != null && graph != owner) {
      throw new IllegalArgumentException(
          "these persistent outputs hold results of another graph; give every graph its own");
    }
    graph = owner;
    return memory;
  }

  /**
   * Results of the last pass are written while this one reads its inputs.
   *
   * @throws InputMismatch when an input lies in this memory
   */
  void checkApart(Template template, GivenInputs given) {
    for (Template.Input input : template.inputs()) {
      Storage storage = ((Tensor) given.values().get(input.id())).storage();
      for (Storage own : storages.values()) {
        if (isShared(own, storage)) {
          throw new InputMismatch(
              input.contract().name(),
              "memory",
              "its own",
              "that of a persistent output, which this pass writes; give a copy");
        }
      }
    }
  }

  private static boolean isShared(Storage own, Storage given) {
    if (own instanceof HeapStorage a && given instanceof HeapStorage b) {
      return a.array() == b.array();
    }
    if (own instanceof DeviceStorage a && given instanceof DeviceStorage b) {
      return a.memory().equals(b.memory());
    }
    return own.equals(given);
  }

  /** What was placed when nothing has moved since stays where it is. */
  private void place(BoundSegment entered) {
    if (!entered.isPlacedBy(this, version)) {
      entered.place(
          (output, device, dtype, elements) ->
              storage(entered.outputs().get(output), device, dtype, elements),
          this);
      entered.placed(version);
    }
  }

  private Storage storage(ValueId value, Device device, DType dtype, long elements) {
    Slot slot = new Slot(value, dtype, device.id());
    Storage known = storages.get(slot);
    if (known != null && dtype != DType.STRING && known.length() < elements) {
      // before it is closed: there may be no memory for another
      storages.remove(slot);
      known.close();
      known = null;
    }
    if (known == null) {
      known = OutputMemory.allocate(device, dtype, elements);
      storages.put(slot, known);
      version++;
    }
    return front(known, elements).retain();
  }

  /** The first elements of the storage. */
  private static Storage front(Storage storage, long elements) {
    if (storage instanceof HeapStorage heap && heap.length() > elements) {
      return HeapStorage.wrap(heap.dtype(), heap.array(), 0, Math.toIntExact(elements));
    }
    if (storage instanceof DeviceStorage remote && remote.length() > elements) {
      return DeviceStorage.wrap(remote.dtype(), remote.memory(), 0, elements);
    }
    return storage;
  }

  /**
   * Waits for a pass that uses them, and releases memory on devices; results that are not closed
   * yet, and captured runs, keep theirs.
   */
  @Override
  public void close() {
    CompilerThread.checkElsewhere("persistent output memory");
    if (guard.close()) {
      storages.values().forEach(Storage::close);
      storages.clear();
      version++;
    }
  }
}
