package io.pelton.engine.executable;

import io.pelton.engine.bind.ElementCopies;
import io.pelton.engine.error.InputMismatch;
import io.pelton.engine.error.UnknownName;
import io.pelton.engine.kernel.Device;
import io.pelton.engine.plan.InputContract;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.Tensor;
import java.util.Arrays;
import java.util.List;

/** The handles of one executable, by the slot of their input. One thread at a time. */
final class HandleTable implements AutoCloseable {
  private final Handle[] handles;
  private final Tensor[] complete;
  private final Device device;
  private final ElementCopies copies;
  private final Runnable changed;
  private int held;

  /**
   * @param contracts of the inputs, by slot
   * @param device where resident contents lie
   * @param changed called when other memory is held
   */
  HandleTable(
      List<InputContract> contracts, Device device, ElementCopies copies, Runnable changed) {
    this.handles = contracts.stream().map(Handle::new).toArray(Handle[]::new);
    this.complete = new Tensor[handles.length];
    this.device = device;
    this.copies = copies;
    this.changed = changed;
  }

  Device device() {
    return device;
  }

  ElementCopies copies() {
    return copies;
  }

  int slot(String input) {
    for (int slot = 0; slot < handles.length; slot++) {
      if (handles[slot].contract().name().equals(input)) {
        return slot;
      }
    }
    List<String> names = Arrays.stream(handles).map(handle -> handle.contract().name()).toList();
    throw new UnknownName("no input", input, names);
  }

  Handle get(int slot) {
    return handles[slot];
  }

  /** A handle that has contents. */
  Handle held(String input) {
    return held(slot(input));
  }

  private Handle held(int slot) {
    if (handles[slot].contents() == null) {
      throw new UnknownName(
          "nothing is bound to input",
          handles[slot].contract().name(),
          Arrays.stream(handles)
              .filter(handle -> handle.contents() != null)
              .map(handle -> handle.contract().name())
              .toList());
    }
    return handles[slot];
  }

  /** A handle whose contents lie on the device. */
  Handle resident(int slot) {
    stage();
    Handle handle = held(slot);
    if (handle.resident() == null) {
      throw new UnknownName(
          "nothing is resident for input",
          handle.contract().name(),
          Arrays.stream(handles)
              .filter(other -> other.resident() != null)
              .map(other -> other.contract().name())
              .toList());
    }
    return handle;
  }

  void bind(String input, Tensor value, boolean isToBeStaged) {
    Handle handle = handles[slot(input)];
    handle.contract().checkOnHost(value);
    handle.contract().check(value);
    if (isToBeStaged) {
      checkCanReside(handle, value.dtype());
    }
    copies.await();
    handle.bind(copies.toHost(value), isToBeStaged);
    count();
  }

  void prepare(String input, long... dims) {
    Handle handle = handles[slot(input)];
    DType dtype = handle.contract().type().dtype();
    checkCanReside(handle, dtype);
    Tensor zeros = Tensor.allocate(dtype, dims);
    handle.contract().check(zeros);
    copies.await();
    handle.replace(upload(zeros));
    count();
  }

  private void checkCanReside(Handle handle, DType dtype) {
    if (device.isHost()) {
      return;
    }
    InputContract contract = handle.contract();
    if (dtype == DType.STRING || contract.isPlanInput()) {
      String reason = dtype == DType.STRING ? "strings" : "values that shapes follow from";
      throw new InputMismatch(
          contract.name(), "memory", "on the host, as for all " + reason + ",", device.toString());
    }
  }

  void unbind(String input) {
    copies.await();
    handles[slot(input)].close();
    count();
  }

  /** Uploads what is bound and has to be. */
  void stage() {
    for (Handle handle : handles) {
      if (handle.staged() != null) {
        handle.stage(upload(handle.staged()));
        changed.run();
      }
    }
  }

  private Tensor upload(Tensor source) {
    if (device.isHost()) {
      return copies.toHost(source);
    }
    Tensor target = copies.allocate(device, source.dtype(), source.dims());
    copies.copy(
        source.storage(),
        source.layout().offset(),
        target.storage(),
        0,
        source.layout().elements());
    return target;
  }

  /** Makes a tensor the contents of a handle. */
  void replace(int slot, Tensor value) {
    Handle handle = handles[slot];
    if (value.dtype() == DType.STRING) {
      handle.replace(copies.toHost(value));
      count();
      return;
    }
    Tensor target = handle.resident();
    if (target == null || !isSameShape(target.layout(), value.layout())) {
      Tensor larger = copies.allocate(device, value.dtype(), value.dims());
      if (target != null) {
        copies.await();
      }
      handle.replace(larger);
      target = larger;
      count();
    }
    copies.copy(
        value.storage(), value.layout().offset(), target.storage(), 0, value.layout().elements());
  }

  private static boolean isSameShape(Layout one, Layout other) {
    boolean isSame = one.rank() == other.rank();
    for (int axis = 0; isSame && axis < one.rank(); axis++) {
      isSame = one.dim(axis) == other.dim(axis);
    }
    return isSame;
  }

  /**
   * The inputs of a run: those given, and contents of handles for others.
   *
   * @param given by slot; null, or beyond the end, where left out
   * @return by slot, null where nothing is known; valid until the next call
   */
  Tensor[] complete(Tensor[] given) {
    if (held == 0 && given.length == handles.length) {
      return given;
    }
    stage();
    for (int slot = 0; slot < handles.length; slot++) {
      boolean isGiven = slot < given.length && given[slot] != null;
      complete[slot] = isGiven ? given[slot] : handles[slot].contents();
    }
    return complete;
  }

  private void count() {
    held = 0;
    for (Handle handle : handles) {
      held += handle.contents() == null ? 0 : 1;
    }
    changed.run();
  }

  long bytes() {
    return Arrays.stream(handles).mapToLong(Handle::bytes).sum();
  }

  @Override
  public void close() {
    for (Handle handle : handles) {
      handle.close();
    }
    held = 0;
    Arrays.fill(complete, null);
  }
}
