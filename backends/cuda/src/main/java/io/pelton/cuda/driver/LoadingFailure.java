package io.pelton.cuda.driver;

import jcuda.LibUtils;

/** Says in one sentence why a native library could not be loaded. */
final class LoadingFailure {
  private static final String NATIVES = "/lib/libJCudaDriver-12.6.0-linux-x86_64.so";

  private LoadingFailure() {}

  /**
   * @param failure whose message holds the traces of all attempts
   */
  static String reason(LinkageError failure) {
    String message = String.valueOf(failure.getMessage());
    if (LibUtils.calculateOS() != LibUtils.OSType.LINUX
        || LibUtils.calculateArch() != LibUtils.ArchType.X86_64) {
      return "it needs Linux on x86_64, and this is "
          + System.getProperty("os.name")
          + " on "
          + System.getProperty("os.arch");
    }
    if (message.contains("libcuda.so")) {
      return "the NVIDIA driver is not installed: libcuda.so.1 can't be opened";
    }
    if (message.contains("already loaded in another classloader")) {
      return "JCuda's library is loaded by another class loader of this process already: put the jar"
          + " of this backend into Flink's lib/ folder instead of the job's jar";
    }
    if (LibUtils.class.getResource(NATIVES) == null) {
      return "JCuda's library for Linux on x86_64 is not on the class path: add"
          + " org.jcuda:jcuda-natives:12.6.0 with classifier linux-x86_64";
    }
    return "JCuda's library can't be loaded: " + cause(message);
  }

  /** The last of the errors, which is that of the library in the jar. */
  private static String cause(String message) {
    String marker = UnsatisfiedLinkError.class.getName() + ": ";
    int at = message.lastIndexOf(marker);
    String rest = at < 0 ? message : message.substring(at + marker.length());
    return rest.lines().findFirst().orElse("no reason given");
  }
}
