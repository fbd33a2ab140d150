package io.pelton.cuda.emulator;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;

/**
 * A test double of the CUDA driver, cuBLAS and NVRTC in this process. Once it is loaded the natives
 * of JCuda find it where they would find the real libraries. Kernels run on the host, one launch at
 * a time; work in streams is done when somebody waits for it, not before.
 *
 * <p>The counts are of the whole process: tests that use it run one after another.
 */
public final class EmulatedDriver {
  private static boolean loaded;

  private EmulatedDriver() {}

  /**
   * Builds it where that was not done and loads it. Skips the test where there is no {@code g++}.
   *
   * @throws NativeBuildException if the compiler refuses a source
   */
  public static void assume() {
    load().ifPresent(Assumptions::abort);
  }

  /** Loads it once; the reason why it cannot be built here, if there is one. */
  static synchronized Optional<String> load() {
    if (loaded) {
      return Optional.empty();
    }
    Optional<Compiler> compiler = Compiler.find();
    if (compiler.isEmpty()) {
      return Optional.of("g++: it is missing, so the emulated driver cannot be built; install it");
    }
    NativeLibraries libraries = new NativeBuild(NativeSources.ofProject(), compiler.get()).build();
    System.load(libraries.driver().toString());
    for (Path kernels : libraries.kernels()) {
      String problem = Control.loadKernels(kernels.toString());
      if (problem != null) {
        throw new NativeBuildException(problem);
      }
    }
    libraries.others().forEach(library -> System.load(library.toString()));
    loaded = true;
    return Optional.empty();
  }

  /**
   * Takes back faults and settings and forgets counts and reports; what is allocated stays, and so
   * do contexts that have failed.
   */
  public static void reset() {
    Control.reset();
  }

  /**
   * How many devices there are.
   *
   * @param count from 0, where the driver cannot be initialized, to 4
   */
  public static void devices(int count) {
    if (count < 0 || count > 4) {
      throw new IllegalArgumentException(count + " devices, expected 0 to 4");
    }
    needEmulation();
    Control.devices(count);
  }

  /** How many bytes each device has; 4 GiB otherwise. */
  public static void memory(long bytes) {
    needEmulation();
    Control.memory(bytes);
  }

  /**
   * Whether work waits until somebody waits for it, which it does otherwise, or is done at once.
   */
  public static void lazy(boolean lazy) {
    needEmulation();
    Control.lazy(lazy);
  }

  /** The version that the driver names; 12060 otherwise. */
  public static void driverVersion(int version) {
    needEmulation();
    Control.driverVersion(version);
  }

  /** What {@code cuInit} returns from now on; 0 is success. */
  public static void initFailure(int code) {
    needEmulation();
    Control.initResult(code);
  }

  /** The n-th allocation of device memory from now is out of memory; 1 is the next one. */
  public static void failAllocation(long nth) {
    needEmulation();
    Control.failAllocation(nth);
  }

  /** The n-th allocation of pinned memory from now is out of memory. */
  public static void failHostAllocation(long nth) {
    needEmulation();
    Control.failHostAllocation(nth);
  }

  /** The n-th launch from now fails: of a kernel, a graph, or a product of cuBLAS. */
  public static void failLaunch(long nth, FaultPoint point) {
    needEmulation();
    Control.failLaunch(nth, point == FaultPoint.CALL);
  }

  /** The n-th copy from now fails. */
  public static void failCopy(long nth, FaultPoint point) {
    needEmulation();
    Control.failCopy(nth, point == FaultPoint.CALL);
  }

  /** Device 0 is lost. */
  public static void loseDevice() {
    loseDevice(0, DeviceLoss.UNAVAILABLE);
  }

  /** A device is lost. Its contexts fail until their device is reset. */
  public static void loseDevice(int device, DeviceLoss loss) {
    needEmulation();
    Control.loseDevice(device, loss.code());
  }

  /** Allocations of device memory that nobody freed. */
  public static long liveAllocations() {
    needEmulation();
    return Control.liveAllocations();
  }

  /** Bytes of device memory that nobody freed. */
  public static long liveBytes() {
    needEmulation();
    return Control.liveBytes();
  }

  /** Allocations of pinned memory that nobody freed. */
  public static long liveHostAllocations() {
    needEmulation();
    return Control.liveHostAllocations();
  }

  public static long liveStreams() {
    needEmulation();
    return Control.liveStreams();
  }

  public static long liveEvents() {
    needEmulation();
    return Control.liveEvents();
  }

  public static long liveModules() {
    needEmulation();
    return Control.liveModules();
  }

  /** Graphs, executable or not. */
  public static long liveGraphs() {
    needEmulation();
    return Control.liveGraphs();
  }

  /** Allocations that went with their context, instead of being freed, since the last reset. */
  public static long orphans() {
    needEmulation();
    return Control.orphans();
  }

  /** Kernels that ran since the last reset, those of graphs among them. */
  public static long launches() {
    needEmulation();
    return Control.launches();
  }

  /** Copies that were asked for since the last reset. */
  public static long copies() {
    needEmulation();
    return Control.copies();
  }

  /** Device and pinned memory that nobody freed, one text each. */
  public static List<String> liveMemory() {
    needEmulation();
    return List.of(Control.liveMemory());
  }

  /**
   * Accesses outside of allocations or of their lives since the last reset; looks at the guard
   * zones first.
   */
  public static List<String> guardViolations() {
    needEmulation();
    return List.of(Control.guardViolations());
  }

  /** Calls without a context or with another one's resources, since the last reset. */
  public static List<String> contextMisuses() {
    needEmulation();
    return List.of(Control.contextMisuses());
  }

  /** The kernel that ran last. */
  public static String lastKernel() {
    needEmulation();
    return Control.lastKernel();
  }

  /** What the last call that failed, failed with, in more words than its code has. */
  public static String lastFailure() {
    needEmulation();
    return Control.lastFailure();
  }

  /** Skips what a real driver can't do or tell. */
  private static void needEmulation() {
    Assumptions.assumeFalse(OnEmulatedDriver.isReal(), "the driver of the machine is used");
  }
}
