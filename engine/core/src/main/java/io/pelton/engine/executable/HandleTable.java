package io.pelton.engine.executable;

import io.pelton.engine.bind.ElementCopies;
import io.pelton.engine.error.InputMismatch;
import io.pelton.engine.error.UnknownName;
import io.pelton.engine.kernel.Device;
import io.pelton.engine.plan.InputContract;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.StringStorage;
import io.pelton.engine.tensor.Tensor;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

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
    throw new UnknownName("no input", input, names(handle -> true));
  }

  Handle get(int slot) {
    return handles[slot];
  }

  private List<String> names(Predicate<Handle> are) {
    return Arrays.stream(handles).filter(are).map(handle -> handle.contract().name()).toList();
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
          names(handle -> handle.contents() != null));
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
          names(other -> other.resident() != null));
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
    handle.contract().checkDims(dims);
    long sentAfter = copies.waits();
    Tensor zeros = upload(zeros(dtype, dims));
    try {
      copies.await();
    } catch (RuntimeException | Error e) {
      zeros.storage().close();
      throw e;
    }
    handle.replace(zeros, sentAfter);
    count();
  }

  private static Tensor zeros(DType dtype, long... dims) {
    Tensor zeros = Tensor.allocate(dtype, dims);
    if (zeros.storage() instanceof StringStorage strings) {
      for (long i = zeros.layout().elements(); i > 0; i--) {
        strings.append("");
      }
    }
    return zeros;
  }

  /** False for what is on the host on any machine. */
  boolean canReside(Handle handle) {
    InputContract contract = handle.contract();
    return device.isHost() || !(contract.type().dtype() == DType.STRING || contract.isPlanInput());
  }

  private void checkCanReside(Handle handle, DType dtype) {
    InputContract contract = handle.contract();
    if (!canReside(handle)) {
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
        handle.stage(upload(handle.staged()), copies.waits());
        changed.run();
      }
    }
  }

  private Tensor upload(Tensor source) {
    if (device.isHost()) {
      return copies.toHost(source);
    }
    Tensor target = copies.allocate(device, source.dtype(), source.dims());
    try {
      copies.copy(source, target);
    } catch (RuntimeException | Error e) {
      target.storage().close();
      throw e;
    }
    return target;
  }

  /** What was to arrive on the device since it was last waited for has not: drops it. */
  void dropUnsettled() {
    for (Handle handle : handles) {
      handle.dropSince(copies.waits());
    }
    count();
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

  /** Says that handles hold something else. */
  void count() {
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
