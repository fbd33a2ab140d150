package io.pelton.examples.benchmarks.cpu;

import io.pelton.cpu.CpuBackendProvider;
import io.pelton.cpu.vector.VectorBackendProvider;
import io.pelton.engine.executable.CompileOptions;
import io.pelton.engine.executable.CompiledGraph;
import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.kernel.Backend;
import io.pelton.engine.tensor.Tensor;
import io.pelton.onnx.OnnxModel;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** A case with the vector kernels or their scalar twins, in a JVM of its own. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(value = 1, jvmArgsAppend = "--add-modules=jdk.incubator.vector")
@Warmup(iterations = 5, time = 200, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 200, timeUnit = TimeUnit.MILLISECONDS)
public class KernelRuns {
  /** Which of the twins runs. */
  public enum Twin {
    VECTOR,
    SCALAR
  }

  /** Set by JMH. */
  @Param public Twin twin;

  /** Set by JMH: the name of a case. */
  @Param("")
  public String kernel;

  private CompiledGraph compiled;
  private ExecutableGraph executable;
  private Tensor[] inputs;

  /** Compiles the case. */
  @Setup
  public void open() throws IOException {
    CpuCase found =
        CpuCases.of(List.of(kernel)).stream()
            .filter(each -> each.name().equals(kernel))
            .findFirst()
            .orElseThrow(() -> new IllegalArgumentException("there is no case " + kernel));
    Backend backend =
        Backend.open(twin == Twin.VECTOR ? new VectorBackendProvider() : new CpuBackendProvider());
    NamedGraph graph = OnnxModel.parse(found.model(), found.name()).graph();
    inputs = found.tensors(graph);
    compiled = CompiledGraph.compile(graph, CompileOptions.on(backend));
    executable = compiled.newExecutable();
  }

  /** One run of the case. */
  @Benchmark
  public Object run() {
    executable.runSlots(inputs);
    return executable.output(0);
  }

  /** Lets go of the case. */
  @TearDown
  public void close() {
    executable.close();
    compiled.close();
  }
}
