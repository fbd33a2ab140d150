package io.pelton.cuda.emulator;

/** The natives of the emulated driver beside the driver's own functions. */
final class Control {
  private Control() {}

  static native void reset();

  static native void devices(int count);

  static native void memory(long bytes);

  static native void lazy(boolean lazy);

  static native void driverVersion(int version);

  static native void initResult(int code);

  static native void failAllocation(long nth);

  static native void failHostAllocation(long nth);

  static native void failLaunch(long nth, boolean atCall);

  static native void failCopy(long nth, boolean atCall);

  static native void loseDevice(int device, int code);

  /** Ends contexts that have failed; what they failed with. */
  static native String[] endFailedContexts();

  /** Opens an object of kernels; what is wrong with it, or null. */
  static native String loadKernels(String path);

  static native long liveAllocations();

  static native long liveBytes();

  static native long liveHostAllocations();

  static native long liveStreams();

  static native long liveEvents();

  static native long liveModules();

  static native long liveGraphs();

  static native long orphans();

  static native long launches();

  static native long copies();

  static native String[] liveMemory();

  static native String[] guardViolations();

  static native String[] contextMisuses();

  static native String lastKernel();

  static native String lastFailure();
}
