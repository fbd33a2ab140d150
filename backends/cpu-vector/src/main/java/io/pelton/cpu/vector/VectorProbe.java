package io.pelton.cpu.vector;

import com.sun.management.HotSpotDiagnosticMXBean;
import io.pelton.engine.kernel.Probe;
import java.lang.management.ManagementFactory;

/** Whether vector kernels can run in this JVM. Found out once. */
final class VectorProbe {
  private static final String MODULE = "jdk.incubator.vector";
  private static final Probe RESULT = find();

  private VectorProbe() {}

  static Probe result() {
    return RESULT;
  }

  private static Probe find() {
    if (ModuleLayer.boot().findModule(MODULE).isEmpty()) {
      return new Probe.Unusable(
          "the JVM runs without the module "
              + MODULE
              + "; add --add-modules="
              + MODULE
              + " to its options (in Flink, env.java.opts.taskmanager)");
    }
    // without it every step of a product would be a call
    if (!isOn("UseFMA")) {
      return new Probe.Unusable("the machine has no fused multiply-add, or -XX:-UseFMA is set");
    }
    int bits = Widths.preferredBits();
    return bits < 128
        ? new Probe.Unusable("the machine's vectors have " + bits + " bits; 128 are needed")
        : new Probe.Usable(
            System.getProperty("java.vm.name")
                + " "
                + System.getProperty("java.version")
                + " on "
                + System.getProperty("os.arch")
                + ", "
                + Runtime.getRuntime().availableProcessors()
                + " processors, vectors of "
                + bits
                + " bits");
  }

  private static boolean isOn(String flag) {
    try {
      return Boolean.parseBoolean(
          ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
              .getVMOption(flag)
              .getValue());
    } catch (IllegalArgumentException e) {
      return true; // a JVM without the flag does not emulate it
    }
  }
}
