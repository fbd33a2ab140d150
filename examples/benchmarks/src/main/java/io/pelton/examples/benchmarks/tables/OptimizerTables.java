package io.pelton.examples.benchmarks.tables;

import io.pelton.engine.kernel.Backend;
import io.pelton.engine.kernel.Evaluator;
import io.pelton.engine.kernel.Prepared;
import io.pelton.engine.optimize.Family;
import io.pelton.engine.optimize.Rule;
import io.pelton.engine.optimize.RuleRegistry;
import io.pelton.engine.plan.Plan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Rewrites the generated sections of {@code docs/optimizer.md}. */
@Command(
    name = "tables",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    description = "Refreshes the tables of docs/optimizer.md from the models that load.")
public final class OptimizerTables implements Callable<Integer> {
  @Option(
      names = "--models",
      required = true,
      defaultValue = "${sys:pelton.root}/../shared/models",
      description = "Folder with a folder for each model.")
  private Path models;

  @Option(
      names = "--doc",
      required = true,
      defaultValue = "${sys:pelton.root}/docs/optimizer.md",
      description = "The document.")
  private Path document;

  private final Backend backend = Backend.best(OptimizerTables.class.getClassLoader());

  @Override
  public Integer call() throws IOException {
    List<ModelFacts> facts = survey();
    GeneratedSections sections = GeneratedSections.of(document);
    sections.replace("rules", rules(facts));
    sections.replace("models", perModel(facts));
    sections.replace("memory", memory(facts));
    sections.write();
    System.out.println("wrote " + document);
    return 0;
  }

  private List<ModelFacts> survey() throws IOException {
    List<Path> folders;
    try (Stream<Path> files = Files.list(models)) {
      folders =
          files.filter(folder -> Files.exists(folder.resolve("model.onnx"))).sorted().toList();
    }
    List<ModelFacts> facts = new ArrayList<>();
    for (Path folder : folders) {
      facts.add(ModelFacts.of(folder, backend));
    }
    return facts;
  }

  private String rules(List<ModelFacts> facts) {
    RuleRegistry registry = RuleRegistry.standard(new Evaluator(backend, new Prepared()));
    MarkdownTable table =
        new MarkdownTable("rule", "family", "pattern", "becomes", "exactness", "applied", "models");
    for (Rule rule : registry.rules()) {
      List<Integer> counts =
          facts.stream()
              .flatMap(model -> model.report().stream())
              .map(report -> report.count(rule.name()))
              .filter(count -> count > 0)
              .toList();
      table.row(
          rule.name(),
          families(registry, rule),
          "`" + rule.pattern() + "`",
          "`" + rule.becomes() + "`",
          rule.exactness(),
          counts.stream().mapToInt(Integer::intValue).sum(),
          counts.size());
    }
    return table.toString();
  }

  private static String families(RuleRegistry registry, Rule rule) {
    return registry.families().stream()
        .filter(family -> family.rules().stream().anyMatch(r -> r.name().equals(rule.name())))
        .map(Family::name)
        .collect(Collectors.joining(", "));
  }

  private static String perModel(List<ModelFacts> facts) {
    MarkdownTable table = new MarkdownTable("model", "rules that were applied");
    for (ModelFacts model : facts) {
      model
          .report()
          .ifPresent(report -> table.row(model.name(), report.total() == 0 ? "none" : report));
    }
    List<ModelFacts> missing = facts.stream().filter(model -> model.report().isEmpty()).toList();
    return missing.isEmpty()
        ? table.toString()
        : table
            + "\nNot supported yet: "
            + missing.stream().map(ModelFacts::name).collect(Collectors.joining(", "))
            + ".\n";
  }

  private static String memory(List<ModelFacts> facts) {
    MarkdownTable table =
        new MarkdownTable("model", "steps", "arena", "blocks", "peak", "lower bound", "ratio");
    List<String> without = new ArrayList<>();
    for (ModelFacts model : facts) {
      if (model.plan().isPresent()) {
        rows(table, model);
      } else if (model.report().isPresent()) {
        without.add("- " + model.name() + ": " + model.problem().replace('\n', ' '));
      }
    }
    return without.isEmpty()
        ? table.toString()
        : table + "\nWithout a plan ahead of a run:\n\n" + String.join("\n", without) + "\n";
  }

  private static void rows(MarkdownTable table, ModelFacts model) {
    Plan plan = model.plan().orElseThrow();
    plan.memory()
        .arenas()
        .forEach(
            (arena, size) ->
                table.row(
                    model.name(),
                    plan.steps().size(),
                    arena,
                    plan.memory().blocks().stream().filter(b -> b.arena().equals(arena)).count(),
                    bytes(size.peak() * arena.unitBytes()),
                    bytes(size.lowerBound() * arena.unitBytes()),
                    String.format(Locale.ROOT, "%.3f", size.ratio())));
  }

  private static String bytes(long bytes) {
    return String.format(Locale.ROOT, "%,d", bytes);
  }
}
