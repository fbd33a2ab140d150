package io.pelton.cpu.second;

import io.pelton.cpu.CpuBackendProvider;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.kernel.Alternative;
import io.pelton.engine.kernel.Backend;
import io.pelton.engine.kernel.BindingKey;
import io.pelton.engine.kernel.BindingTable;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.Capability;
import io.pelton.engine.kernel.Device;
import io.pelton.engine.kernel.DeviceModel;
import io.pelton.engine.kernel.Devices;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.Precision;
import io.pelton.engine.kernel.TransferPrice;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.DeviceId;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;

/** Makes {@code cpu:1}. */
public final class SecondDevice {
  public static final DeviceId ID = new DeviceId("cpu", 1);

  /** Moving data there and back costs as much as on a bus. */
  public static final TransferPrice PRICE = new TransferPrice(10_000, 8e9);

  private static final DeviceModel MODEL = new DeviceModel(4e9, 8e9, 5_000);

  private final SecondMemory memory;
  private final Device device;
  private final BiFunction<BindingKey, Alternative, Alternative> change;
  private final BiFunction<BindingKey, FixedKernel, FixedKernel> hook;

  /**
   * @param covers the ops that it has kernels for; none for strings
   */
  public SecondDevice(Predicate<OpKind> covers) {
    this(ID, MODEL, covers);
  }

  /** Another one beside {@code cpu:1}, with memory of its own. */
  public SecondDevice(DeviceId id, DeviceModel model, Predicate<OpKind> covers) {
    this(id, model, covers, (key, made) -> made, (key, kernel) -> kernel, LateQueue::new);
  }

  private SecondDevice(
      DeviceId id,
      DeviceModel model,
      Predicate<OpKind> covers,
      BiFunction<BindingKey, Alternative, Alternative> change,
      BiFunction<BindingKey, FixedKernel, FixedKernel> hook,
      Function<SecondMemory, SecondQueue> queues) {
    this.change = change;
    this.hook = hook;
    this.memory = new SecondMemory(id, queues);
    this.device = Device.withMemory(backend(id.backend(), covers), id.index(), memory, model);
  }

  /**
   * With a kernel for every op of the CPU backend that works on numbers. What executables enqueue
   * is done when they wait for it, and not before.
   */
  public SecondDevice() {
    this(kind -> true);
  }

  /** One that works beside the host: each executable's queue has a thread. */
  public static SecondDevice beside() {
    return slow(new Gate(), Map.of());
  }

  /**
   * One that works beside the host and, in all its queues, as slowly as the gate lets it.
   *
   * @param gate that kernels and queued copies pass before they run
   * @param hooks run by the queue's thread before the kernels for an op; what they throw, the
   *     kernel throws
   */
  public static SecondDevice slow(Gate gate, Map<OpKind, Runnable> hooks) {
    return new SecondDevice(
        ID,
        MODEL,
        kind -> true,
        (key, made) -> made,
        (key, kernel) -> hooked(kernel, hooks.get(key.kind())),
        memory -> new WorkerQueue(memory, gate));
  }

  /** Promises less of all its kernels for an op. */
  public static SecondDevice promising(OpKind kind, Precision precision) {
    return promising(MODEL, kind, precision);
  }

  /** {@link #promising(OpKind, Precision)}, on a device with such rates. */
  public static SecondDevice promising(DeviceModel model, OpKind kind, Precision precision) {
    return new SecondDevice(
        ID,
        model,
        any -> true,
        (key, made) -> key.kind() == kind ? made.promising(precision) : made,
        (key, kernel) -> kernel,
        LateQueue::new);
  }

  private static FixedKernel hooked(FixedKernel kernel, Runnable hook) {
    return hook == null
        ? kernel
        : (node, in, out) -> {
          Call call = kernel.bind(node, in, out);
          return rows -> {
            hook.run();
            call.run(rows);
          };
        };
  }

  /** Whose kernels always compute the whole batch. */
  public static SecondDevice ofWholeBatches() {
    return new SecondDevice(
        ID,
        MODEL,
        any -> true,
        (key, alternative) -> new Alternative(alternative.name(), alternative.kernel(), Set.of()),
        (key, kernel) -> kernel,
        LateQueue::new);
  }

  public SecondMemory memory() {
    return memory;
  }

  public Device device() {
    return device;
  }

  /** The host, this device, and a price for moving data between them. */
  public Devices besideHost() {
    DeviceId host = DeviceId.first("cpu");
    return Devices.of(Backend.open(new CpuBackendProvider()))
        .with(device)
        .withPrice(host, ID, PRICE);
  }

  private Backend backend(String name, Predicate<OpKind> covers) {
    BindingTable.Builder table = new BindingTable.Builder(name);
    BindingTable host = Backend.open(new CpuBackendProvider()).table();
    for (BindingKey key : host.keys()) {
      if (covers.test(key.kind()) && !hasStrings(key)) {
        host.lookup(key).forEach(alternative -> wrap(table, key, alternative));
      }
    }
    return new Backend(name, "a second memory on the same cores", table.seal());
  }

  private void wrap(BindingTable.Builder table, BindingKey key, Alternative alternative) {
    if (alternative.kernel() instanceof FixedKernel kernel) {
      FixedKernel wrapped = new SecondKernel(hook.apply(key, kernel), alternative.name(), memory);
      Set<Capability> capabilities = new HashSet<>(alternative.capabilities());
      capabilities.retainAll(Set.of(Capability.ACTIVE_EXTENT));
      Alternative second = new Alternative(alternative.name(), wrapped, capabilities);
      table.add(key.kind(), key.inputs(), key.outputs(), change.apply(key, second));
    }
  }

  private static boolean hasStrings(BindingKey key) {
    return key.inputs().contains(DType.STRING) || key.outputs().contains(DType.STRING);
  }
}
