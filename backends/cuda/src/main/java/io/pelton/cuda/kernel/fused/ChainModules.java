package io.pelton.cuda.kernel.fused;

import io.pelton.cuda.driver.CudaContext;
import io.pelton.cuda.driver.LoadedModule;
import io.pelton.engine.kernel.PackedWeights;
import java.util.LinkedHashMap;
import java.util.Map;
import jcuda.driver.CUfunction;

/**
 * The kernels of one chain that are loaded into a context, one for each way in which its inputs
 * lie; unloaded with the chain. Thread-safe.
 */
final class ChainModules implements PackedWeights {
  private final CudaContext context;
  private final Map<ChainSource, LoadedModule> modules = new LinkedHashMap<>();

  ChainModules(CudaContext context) {
    this.context = context;
  }

  /**
   * @throws io.pelton.cuda.driver.CompilationFailed with the compiler's log
   */
  synchronized CUfunction function(ChainSource source) {
    LoadedModule module = modules.get(source);
    if (module == null) {
      String ptx = ChainCompiler.compile(ChainSource.NAME, source.text(), context.information());
      module = LoadedModule.load(context, source.program().toString(), ptx);
      modules.put(source, module);
    }
    return module.function(ChainSource.NAME);
  }

  /** What code takes on the device is not known. */
  @Override
  public long byteLength() {
    return 0;
  }

  @Override
  public boolean isLost() {
    return context.isLost();
  }

  @Override
  public synchronized void close() {
    modules.values().forEach(LoadedModule::close);
    modules.clear();
  }
}
