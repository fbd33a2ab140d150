package io.pelton.cuda.driver;

import io.pelton.engine.error.DeviceFailure;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import jcuda.driver.CUfunction;
import jcuda.driver.CUmodule;
import jcuda.driver.JCudaDriver;

/** The modules of one context, each loaded once. They go with the context. */
final class Modules {
  private static final String FOLDER = "/io/pelton/cuda/ptx/";

  private record Name(String module, String function) {}

  private final CudaContext context;
  private final Map<String, CUmodule> modules = new ConcurrentHashMap<>();
  private final Map<Name, CUfunction> functions = new ConcurrentHashMap<>();

  Modules(CudaContext context) {
    this.context = context;
  }

  CUfunction function(String module, String name) {
    return functions.computeIfAbsent(new Name(module, name), this::find);
  }

  private CUfunction find(Name name) {
    CUmodule module = modules.computeIfAbsent(name.module(), this::load);
    CUfunction function = new CUfunction();
    context.gate().enter();
    try {
      context.check(
          JCudaDriver.cuModuleGetFunction(function, module, name.function()),
          "look-up of kernel '" + name.function() + "' in module '" + name.module() + "'");
    } finally {
      context.gate().leave();
    }
    return function;
  }

  private CUmodule load(String name) {
    byte[] text = read(name);
    CUmodule module = new CUmodule();
    context.gate().enter();
    try {
      context.check(JCudaDriver.cuModuleLoadData(module, text), "loading of module '" + name + "'");
    } finally {
      context.gate().leave();
    }
    return module;
  }

  /** With the zero at the end by which the driver tells where the text ends. */
  private byte[] read(String name) {
    try (InputStream stream = Modules.class.getResourceAsStream(FOLDER + name + ".ptx")) {
      if (stream == null) {
        throw new DeviceFailure(
            context.device().toString(),
            "loading of module '" + name + "'",
            "this build has no " + FOLDER + name + ".ptx");
      }
      byte[] text = stream.readAllBytes();
      return Arrays.copyOf(text, text.length + 1);
    } catch (IOException e) {
      throw new UncheckedIOException("module '" + name + "' can't be read", e);
    }
  }
}
