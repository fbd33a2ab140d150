package io.pelton.cuda.driver;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import jcuda.nvrtc.JNvrtc;
import jcuda.nvrtc.nvrtcProgram;
import jcuda.nvrtc.nvrtcResult;

/** NVIDIA's run-time compiler, where {@code libnvrtc.so.12} is installed. Thread-safe. */
public final class Nvrtc {
  /** The last one of which every compiler of CUDA 12 knows; code for it runs on later devices. */
  private static final int MOST_CAPABILITY = 90;

  private static final Pattern VERSION = Pattern.compile("(?m)^\\.version .*$");

  /** Hints for tools, which drivers refuse in a file of the least version. */
  private static final Pattern USED_BYTES =
      Pattern.compile("(?m)^\\s*\\.pragma \"used_bytes_mask.*$");

  /** Nothing in what is compiled needs a later one, and all drivers of CUDA 12 read it. */
  private static final String LEAST_VERSION = ".version 8.0";

  private static Optional<String> missing;

  private Nvrtc() {}

  /** Why it can't be used, in one sentence; empty where it can. Looks once a process. */
  public static synchronized Optional<String> missing() {
    if (missing == null) {
      missing = find();
    }
    return missing;
  }

  private static Optional<String> find() {
    try {
      NativeLoading.initialize(JNvrtc.class);
    } catch (UnsatisfiedLinkError | NoClassDefFoundError e) {
      return Optional.of("libnvrtc.so.12 can't be opened");
    }
    JNvrtc.setExceptionsEnabled(false);
    return Optional.empty();
  }

  /**
   * Compiles CUDA C without contraction of products and sums.
   *
   * @param name how errors call the source
   * @param headers what it includes, by name
   * @param device for which the code is
   * @return PTX
   * @throws CompilationFailed with the compiler's log
   */
  public static String compile(
      String name, String source, Map<String, String> headers, DeviceInformation device) {
    missing()
        .ifPresent(
            reason -> {
              throw new CompilationFailed(name, "no compiler", reason);
            });
    nvrtcProgram program = new nvrtcProgram();
    String[] names = headers.keySet().toArray(String[]::new);
    String[] texts = headers.values().toArray(String[]::new);
    check(
        name,
        program,
        JNvrtc.nvrtcCreateProgram(program, source, name + ".cu", names.length, texts, names));
    try {
      String[] options = {
        "--gpu-architecture=compute_" + architecture(device), "--fmad=false", "--std=c++17"
      };
      check(name, program, JNvrtc.nvrtcCompileProgram(program, options.length, options));
      String[] text = new String[1];
      check(name, program, JNvrtc.nvrtcGetPTX(program, text));
      String ptx = VERSION.matcher(text[0]).replaceFirst(LEAST_VERSION);
      return USED_BYTES.matcher(ptx).replaceAll("");
    } finally {
      JNvrtc.nvrtcDestroyProgram(program);
    }
  }

  /** For what device code is made: two devices for which it is the same can share it. */
  public static int architecture(DeviceInformation device) {
    return Math.min(device.major() * 10 + device.minor(), MOST_CAPABILITY);
  }

  private static void check(String name, nvrtcProgram program, int code) {
    if (code != nvrtcResult.NVRTC_SUCCESS) {
      String[] log = {""};
      JNvrtc.nvrtcGetProgramLog(program, log);
      throw new CompilationFailed(
          name, nvrtcResult.stringFor(code), log[0] == null ? "" : log[0].replace("\0", ""));
    }
  }
}
