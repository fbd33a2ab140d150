package io.pelton.examples.benchmarks.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.SourceOp;
import io.pelton.engine.kernel.Backend;
import org.junit.jupiter.api.Test;

class TransformerGraphTest {
  private static final Backend BACKEND = Backend.best(TransformerGraphTest.class.getClassLoader());

  @Test
  void hasAsManyNodesAsTheBenchmarkSays() {
    assertThat(TransformerGraph.layersFor(550)).isEqualTo(12);
    assertThat(nodes(TransformerGraph.of(12, 8))).isEqualTo(550);
    for (int nodes : new int[] {1_000, 3_000, 10_000}) {
      assertThat(nodes(TransformerGraph.of(TransformerGraph.layersFor(nodes), 8)))
          .isBetween(nodes - 25L, nodes + 25L);
    }
  }

  @Test
  void isOptimizedAndPlanned() {
    FirstPlan times = FirstPlan.of(TransformerGraph.of(2, 8), BACKEND);
    assertThat(times.optimizeMillis()).isPositive();
    assertThat(times.planMillis()).isPositive();
    assertThat(times.processorMillis()).isPositive();
  }

  /** Without constants and inputs. */
  private static long nodes(NamedGraph named) {
    Graph graph = named.graph();
    return graph.order(named.outputs().values()).stream()
        .filter(node -> !(graph.op(node) instanceof SourceOp))
        .count();
  }
}
