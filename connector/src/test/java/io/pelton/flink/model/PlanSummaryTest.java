package io.pelton.flink.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.engine.executable.CompileOptions;
import io.pelton.engine.executable.CompiledGraph;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.flink.TestModels;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlanSummaryTest {
  @TempDir Path folder;

  private String summary(Path file, int rows) {
    ClassLoader loader = getClass().getClassLoader();
    ModelSpec spec = new ModelSpec("m", new ModelLocation.FilePath(file.toString()), null, "cpu");
    NamedGraph graph = spec.read(loader).graph();
    int nodes = PlanSummary.nodes(graph);
    return PlanSummary.of(
        CompiledGraph.compile(graph, CompileOptions.on(spec.backend(), loader)), nodes, rows);
  }

  @Test
  void nodesKernelsRulesAndWeightsAreCounted() {
    assertThat(summary(TestModels.weighted(folder, "w.bin", 100), 64))
        .startsWith("3 nodes, 1 kernel calls, ")
        .contains(" bytes of arenas in each slot, optimized by ")
        .endsWith(", 400 bytes of weights (400 on the heap, 0 native, 0 packed for the kernels)");
    // large weights stay in their file
    assertThat(summary(TestModels.weighted(folder, "w.bin", 300_000), 64))
        .contains("0 on the heap, 1200000 native");
  }

  @Test
  void aModelWithoutAPlanSaysWhy() {
    assertThat(summary(TestModels.shapedByValues(folder), 64))
        .contains("no plan before a run: ")
        .contains(" bytes of weights");
  }
}
