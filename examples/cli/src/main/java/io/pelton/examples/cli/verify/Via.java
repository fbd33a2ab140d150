package io.pelton.examples.cli.verify;

import io.pelton.engine.executable.CompileOptions;
import io.pelton.engine.executable.CompiledGraph;
import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.engine.executable.RandomNumbers;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.NamedGraph.Port;
import io.pelton.engine.realize.PipelinedExecutor;
import io.pelton.engine.realize.Realization;
import io.pelton.engine.realize.Realized;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The engine's two ways of running a graph. */
enum Via {
  /** Optimized and planned, as in a Flink job. */
  COMPILE {
    @Override
    Model open(NamedGraph graph, CompileOptions options) {
      CompiledGraph compiled = CompiledGraph.compile(graph, options);
      return new Compiled(compiled, compiled.newExecutable());
    }
  },
  /** By the pipelined executor, node for node as the file has them. */
  REALIZE {
    @Override
    Model open(NamedGraph graph, CompileOptions options) {
      return new Pipelined(graph, options);
    }
  };

  abstract Model open(NamedGraph graph, CompileOptions options);

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }

  private record Compiled(CompiledGraph graph, ExecutableGraph executable) implements Model {
    @Override
    public List<Port> inputs() {
      return executable.inputs();
    }

    @Override
    public List<Port> outputs() {
      return executable.outputs();
    }

    @Override
    public boolean isRandom() {
      return executable.capability(RandomNumbers.class).isPresent();
    }

    @Override
    public Map<String, Value> run(Map<String, Tensor> inputs) {
      return executable.run(inputs);
    }

    @Override
    public void close() {
      executable.close();
      graph.close();
    }
  }

  private record Pipelined(NamedGraph graph, CompileOptions options) implements Model {
    @Override
    public List<Port> inputs() {
      return graph.inputPorts();
    }

    @Override
    public List<Port> outputs() {
      return graph.outputPorts();
    }

    @Override
    public boolean isRandom() {
      return graph.isRandom();
    }

    @Override
    public Map<String, Value> run(Map<String, Tensor> inputs) {
      try (PipelinedExecutor executor =
              new PipelinedExecutor(options.devices(), options.planning());
          Realized realized = executor.realize(Realization.of(graph, inputs))) {
        return realized.outputs(graph);
      }
    }
  }
}
