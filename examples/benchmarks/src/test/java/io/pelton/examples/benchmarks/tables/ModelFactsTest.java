package io.pelton.examples.benchmarks.tables;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.pelton.engine.kernel.Backend;
import io.pelton.engine.plan.MemoryPlan.Arena;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ModelFactsTest {
  private static final Backend BACKEND = Backend.best(ModelFactsTest.class.getClassLoader());

  @Test
  void memoryOfEveryModelThatLoadsIsCloseToTheLowerBound() throws IOException {
    Path models = Path.of(System.getProperty("pelton.shared", "../../../shared"), "models");
    assumeTrue(Files.isDirectory(models), "pelton.shared: there is no folder " + models);
    List<Path> folders;
    try (Stream<Path> files = Files.list(models)) {
      folders = files.filter(folder -> Files.exists(folder.resolve("model.onnx"))).toList();
    }
    List<String> planned = new ArrayList<>();
    for (Path folder : folders) {
      ModelFacts facts = ModelFacts.of(folder, BACKEND);
      facts.plan().ifPresent(plan -> planned.add(facts.name()));
      facts
          .plan()
          .ifPresent(
              plan ->
                  assertThat(plan.memory().arenas().values())
                      .as(facts.name())
                      .extracting(Arena::ratio)
                      .allSatisfy(ratio -> assertThat(ratio).isBetween(1.0, 1.15)));
      assertThat(facts.plan().isPresent()).as(facts.name()).isEqualTo(facts.problem().isEmpty());
    }
    assertThat(planned).contains("churn_mohitraj", "skl_treecl", "vespa_pairwise_ranker");
  }
}
