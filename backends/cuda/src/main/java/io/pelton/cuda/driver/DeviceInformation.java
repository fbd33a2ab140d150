package io.pelton.cuda.driver;

import io.pelton.engine.kernel.DeviceModel;
import io.pelton.engine.kernel.TransferPrice;
import io.pelton.engine.tensor.DeviceId;

/**
 * What the driver says about a device, without a context on it.
 *
 * @param major of the compute capability
 * @param minor of the compute capability
 * @param totalBytes of memory
 * @param clockKilohertz of its multiprocessors, 0 where the driver doesn't say
 * @param memoryClockKilohertz 0 where the driver doesn't say
 * @param memoryBusBits 0 where the driver doesn't say
 */
public record DeviceInformation(
    DeviceId id,
    String name,
    int major,
    int minor,
    int multiprocessors,
    long totalBytes,
    int clockKilohertz,
    int memoryClockKilohertz,
    int memoryBusBits) {
  /** The least compute capability for which kernels are built: 7.5. */
  static final int LEAST_CAPABILITY = 75;

  private static final double LAUNCH_NANOS = 5_000;

  /** PCI Express 3.0 with 16 lanes, from pinned memory; a short copy and the wait for it. */
  private static final TransferPrice PCI_EXPRESS = new TransferPrice(10_000, 12e9);

  /** Where the driver gives no rates: those of a small data-centre device. */
  private static final double USUAL_FLOPS = 8e12;

  private static final double USUAL_BANDWIDTH = 300e9;

  /** True when the kernels that come with this backend run on it. */
  public boolean isSupported() {
    return major * 10 + minor >= LEAST_CAPABILITY;
  }

  /** Its peak rates, for the planner: two flops a lane and cycle, two transfers a memory cycle. */
  public DeviceModel model() {
    double flops = 2e3 * clockKilohertz * lanes() * multiprocessors;
    double bandwidth = 2e3 * memoryClockKilohertz * memoryBusBits / Byte.SIZE;
    return new DeviceModel(
        flops > 0 ? flops : USUAL_FLOPS, bandwidth > 0 ? bandwidth : USUAL_BANDWIDTH, LAUNCH_NANOS);
  }

  /** What moving data to and from the host costs. */
  public TransferPrice transferPrice() {
    return PCI_EXPRESS;
  }

  /** 32-bit lanes of a multiprocessor, by the CUDA programming guide's table of throughputs. */
  private int lanes() {
    boolean hasHalfAsMany = major == 7 || (major == 8 && minor == 0);
    return hasHalfAsMany ? 64 : 128;
  }

  @Override
  public String toString() {
    return "device "
        + id.index()
        + " "
        + name
        + " (compute capability "
        + major
        + "."
        + minor
        + ", "
        + (totalBytes >> 20)
        + " MiB)";
  }
}
