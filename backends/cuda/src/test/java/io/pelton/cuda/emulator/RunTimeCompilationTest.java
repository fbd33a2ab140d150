package io.pelton.cuda.emulator;

import static io.pelton.cuda.emulator.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import jcuda.Pointer;
import jcuda.driver.CUdeviceptr;
import jcuda.driver.CUfunction;
import jcuda.driver.CUmodule;
import jcuda.driver.JCudaDriver;
import jcuda.nvrtc.JNvrtc;
import jcuda.nvrtc.nvrtcProgram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@ExtendWith(OnEmulatedDriver.class)
class RunTimeCompilationTest {
  private static final String HEADER = "constexpr int STEP = 5;\n";

  private static final String SOURCE =
      """
      #include "step.h"
      PELTON_KERNEL(add_step, int* values) { values[threadIdx.x] += STEP; }
      PELTON_KERNEL(fused, float* values) { values[0] = values[0] * values[1] + values[2]; }
      """;

  private static nvrtcProgram program(String source) {
    JNvrtc.setExceptionsEnabled(true);
    nvrtcProgram program = new nvrtcProgram();
    JNvrtc.nvrtcCreateProgram(
        program, source, "chain.cu", 1, new String[] {HEADER}, new String[] {"step.h"});
    return program;
  }

  private static void compile(nvrtcProgram program, String... options) {
    JNvrtc.nvrtcCompileProgram(program, options.length, options);
  }

  private static CUfunction load(nvrtcProgram program, String kernel, CUmodule module) {
    String[] ptx = new String[1];
    JNvrtc.nvrtcGetPTX(program, ptx);
    JCudaDriver.cuModuleLoadData(module, (ptx[0] + '\0').getBytes(StandardCharsets.UTF_8));
    CUfunction function = new CUfunction();
    JCudaDriver.cuModuleGetFunction(function, module, kernel);
    return function;
  }

  @Test
  void compilesKernels() {
    try (Session session = new Session()) {
      nvrtcProgram program = program(SOURCE);
      compile(program, "--gpu-architecture=compute_80", "--fmad=false");
      CUmodule module = new CUmodule();
      CUfunction function = load(program, "add_step", module);
      JNvrtc.nvrtcDestroyProgram(program);
      CUdeviceptr values = session.of(1, 2, 3);
      JCudaDriver.cuLaunchKernel(
          function, 1, 1, 1, 3, 1, 1, 0, null, Session.arguments(values), null);
      assertThat(session.read(values, 3)).containsExactly(6, 7, 8);
      JCudaDriver.cuModuleUnload(module);
    }
  }

  @ParameterizedTest
  @CsvSource({"--fmad=false, false", "--fmad=true, true", "-default-device, true"})
  void contractsUnlessToldNotTo(String option, boolean contracts) {
    float a = 1 + 0x1p-12f;
    float c = -(1 + 0x1p-11f);
    try (Session session = new Session()) {
      nvrtcProgram program = program(SOURCE);
      compile(program, "--gpu-architecture=compute_80", option);
      CUmodule module = new CUmodule();
      CUfunction function = load(program, "fused", module);
      JNvrtc.nvrtcDestroyProgram(program);
      CUdeviceptr values = session.allocate(12);
      JCudaDriver.cuMemcpyHtoD(values, Pointer.to(new float[] {a, a, c}), 12);
      JCudaDriver.cuLaunchKernel(
          function, 1, 1, 1, 1, 1, 1, 0, null, Session.arguments(values), null);
      float[] result = new float[1];
      JCudaDriver.cuMemcpyDtoH(Pointer.to(result), values, 4);
      assertThat(result[0]).isEqualTo(contracts ? Math.fma(a, a, c) : a * a + c);
      JCudaDriver.cuModuleUnload(module);
    }
  }

  @Test
  void saysWhatIsWrongWithASource() {
    nvrtcProgram program = program("PELTON_KERNEL(wrong, int* values) { values[0] = unknown; }");
    assertError("NVRTC_ERROR_COMPILATION", () -> compile(program, "--fmad=false"));
    String[] log = new String[1];
    JNvrtc.nvrtcGetProgramLog(program, log);
    assertThat(log[0]).contains("chain.cu:1", "unknown");
    JNvrtc.nvrtcDestroyProgram(program);
  }

  @ParameterizedTest
  @CsvSource({"--gpu-architecture=80", "--use_fast_math", "--maxrregcount=x"})
  void refusesOptions(String option) {
    nvrtcProgram program = program(SOURCE);
    assertError("NVRTC_ERROR_INVALID_OPTION", () -> compile(program, option));
    JNvrtc.nvrtcDestroyProgram(program);
  }

  @Test
  void tellsItsVersion() {
    int[] major = new int[1];
    int[] minor = new int[1];
    JNvrtc.nvrtcVersion(major, minor);
    assertThat(major[0]).isEqualTo(12);
    assertThat(minor[0]).isEqualTo(6);
  }
}
