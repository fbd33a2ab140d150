package io.pelton.examples.cli.verify;

import io.pelton.engine.executable.CompileOptions;
import io.pelton.engine.executable.CompiledGraph;
import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.engine.executable.RandomNumbers;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.NamedGraph.Port;
import io.pelton.engine.kernel.Backend;
import io.pelton.engine.kernel.Devices;
import io.pelton.engine.plan.PlanOptions;
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
    Model open(NamedGraph graph, Backend backend) {
      return new Compiled(CompiledGraph.compile(graph, CompileOptions.on(backend)).newExecutable());
    }
  },
  /** By the pipelined executor, node for node as the file has them. */
  REALIZE {
    @Override
    Model open(NamedGraph graph, Backend backend) {
      return new Pipelined(graph, Devices.of(backend));
    }
  };

  abstract Model open(NamedGraph graph, Backend backend);

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }

  private record Compiled(ExecutableGraph executable) implements Model {
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
  }

  private record Pipelined(NamedGraph graph, Devices devices) implements Model {
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
      PlanOptions planning = PlanOptions.pinnedTo(devices.host().id());
      try (PipelinedExecutor executor = new PipelinedExecutor(devices, planning);
          Realized realized = executor.realize(Realization.of(graph, inputs))) {
        return realized.outputs(graph);
      }
    }
  }
}
