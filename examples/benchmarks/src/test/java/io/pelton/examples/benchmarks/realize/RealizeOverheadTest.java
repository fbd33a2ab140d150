package io.pelton.examples.benchmarks.realize;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.kernel.Backend;
import io.pelton.engine.kernel.Devices;
import io.pelton.engine.plan.PlanOptions;
import io.pelton.engine.realize.PipelinedExecutor;
import io.pelton.engine.realize.Realization;
import io.pelton.engine.realize.Realized;
import io.pelton.engine.tensor.Tensor;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class RealizeOverheadTest {
  private static final Backend BACKEND = Backend.best(RealizeOverheadTest.class.getClassLoader());

  @Test
  void allWaysGiveTheSameResults() {
    int exitCode =
        new CommandLine(new RealizeOverhead())
            .execute("--rounds", "3", "--warm-up", "1", "--passes", "2");
    assertThat(exitCode).isZero();
  }

  @Test
  void theGraphIsRealizedWithOneCallANode() {
    NamedGraph graph = ElementwiseGraph.of(10, 2);
    Devices devices = Devices.of(BACKEND);
    ValueId target = List.copyOf(graph.outputs().values()).get(0);
    float[] x = {0.5f, -0.25f};
    float[] y = {-0.75f, 1};
    Map<String, Tensor> inputs = Map.of("x", Tensor.of(x, 2), "y", Tensor.of(y, 2));
    try (PipelinedExecutor executor =
            new PipelinedExecutor(devices, PlanOptions.pinnedTo(devices.host().id()));
        Realized realized = executor.realize(Realization.of(graph, inputs))) {
      assertThat(executor.statistics().stepsBound()).isEqualTo(100);
      assertThat(realized.onHost(target).toFloats())
          .containsExactly(expected(x[0], y[0]), expected(x[1], y[1]));
    }
  }

  private static float expected(float x, float y) {
    float a = x;
    for (int block = 0; block < 10; block++) {
      float b = block % 2 == 0 ? y : x;
      float product = (a + b) * (a - b);
      float rest = Math.abs(Math.max(-(a - b), a + b)) - Math.max(product, 0);
      a = Math.min(rest, product) * b;
    }
    return a;
  }
}
