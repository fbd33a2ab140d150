package io.pelton.cpu;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;

/** What the JVM tells of itself and of its machine. */
final class HostDescription {
  private HostDescription() {}

  static String describe() {
    return System.getProperty("java.vm.name")
        + " "
        + System.getProperty("java.version")
        + " on "
        + System.getProperty("os.arch")
        + ", "
        + Runtime.getRuntime().availableProcessors()
        + " processors, scalar kernels, "
        + fusedMultiplyAdd();
  }

  /** The results are the same without hardware support, but far slower. */
  private static String fusedMultiplyAdd() {
    return switch (hotSpotFlag("UseFMA")) {
      case "true" -> "fused multiply-add in hardware";
      case "false" -> "fused multiply-add emulated and slow";
      default -> "fused multiply-add perhaps emulated and slow, which this JVM does not tell";
    };
  }

  private static String hotSpotFlag(String name) {
    try {
      return ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
          .getVMOption(name)
          .getValue();
    } catch (IllegalArgumentException e) {
      return "no such flag";
    }
  }
}
