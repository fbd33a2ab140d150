package io.pelton.examples.cli.inspect;

import io.pelton.engine.error.EngineException;
import io.pelton.engine.error.NoBackendForOp;
import io.pelton.engine.error.UnknownName;
import io.pelton.engine.executable.CompileOptions;
import io.pelton.engine.executable.CompiledGraph;
import io.pelton.engine.executable.Preview;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.NamedGraph.Port;
import io.pelton.examples.cli.console.BackendOption;
import io.pelton.onnx.ImportReport;
import io.pelton.onnx.OnnxModel;
import io.pelton.onnx.UnsupportedNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code pelton inspect}. */
@Command(
    name = "inspect",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    description = "Shows what a model takes, gives and is made of, and how it would run.",
    footer = {
      "",
      "Exit code: 0, also for a model that can't run; 1 when the file can't be read, 2 for wrong"
          + " usage."
    })
public final class InspectCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "MODEL", description = "An ONNX file.")
  private Path model;

  @Option(
      names = "--rows",
      paramLabel = "N",
      defaultValue = "64",
      description = "Rows of the batch that the plan is made for.")
  private int rows;

  @Option(
      names = "--dim",
      paramLabel = "NAME=LENGTH",
      description =
          "Length of a symbolic dimension in the plan; may be repeated (default: --rows for the"
              + " first dimension of an input, 1 for any other).")
  private Map<String, Long> lengths = new LinkedHashMap<>();

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description =
          "Write the plan as a page too, with drawings of the graph and of its memory (default: no"
              + " page).")
  private Path html;

  @Mixin private BackendOption backend;

  @Override
  public Integer call() throws IOException {
    checkUsage();
    ImportReport report = OnnxModel.inspect(model);
    PrintWriter out = spec.commandLine().getOut();
    out.printf(Locale.ROOT, "model     %s, %,d bytes%n", model.getFileName(), Files.size(model));
    out.printf(
        Locale.ROOT,
        "producer  %s%n",
        report.producer().isBlank() ? "not named" : report.producer());
    out.printf(Locale.ROOT, "format    IR version %d%n", report.irVersion());
    out.printf(Locale.ROOT, "opsets    %s%n", pairs(report.opsets()));
    ports(out, "inputs", report.inputs());
    list(out, "overridable", report.overridable().stream().map(Port::toString).toList());
    ports(out, "outputs", report.outputs());
    out.println("operators");
    report.opCounts().forEach((op, count) -> out.printf(Locale.ROOT, "  %5d %s%n", count, op));
    list(out, "warnings", report.warnings());
    list(out, "not supported", unsupported(report));
    if (unsupported(report).isEmpty()) {
      plan(out, OnnxModel.load(model).graph());
    }
    out.flush();
    return 0;
  }

  private static List<String> unsupported(ImportReport report) {
    return Stream.concat(
            report.unsupportedParts().stream().map(part -> part.what() + ": " + part.reason()),
            report.unsupported().stream().map(InspectCommand::describe))
        .toList();
  }

  private void checkUsage() {
    if (rows < 0) {
      throw usage("--rows must not be negative, but is " + rows);
    }
    lengths.forEach(
        (name, length) -> {
          if (length < 0) {
            throw usage("--dim %s must not be negative, but is %d".formatted(name, length));
          }
        });
  }

  private ParameterException usage(String message) {
    return new ParameterException(spec.commandLine(), message);
  }

  private void plan(PrintWriter out, NamedGraph graph) throws IOException {
    CompileOptions options = backend.open();
    List<NoBackendForOp> gaps = KernelGaps.of(graph, options.devices());
    list(out, "not supported", gaps.stream().map(NoBackendForOp::getMessage).toList());
    if (gaps.isEmpty()) {
      try (CompiledGraph compiled = CompiledGraph.compile(graph, options)) {
        String plan = explain(compiled);
        out.printf(
            Locale.ROOT,
            "weights%n  %,d bytes, shared by all executables%n",
            compiled.weightBytes());
        out.println();
        out.print(plan);
      }
    }
  }

  /** A model may take some lengths only, which need not be those that were assumed. */
  private String explain(CompiledGraph compiled) throws IOException {
    try {
      Preview preview = compiled.preview(rows, lengths);
      if (html != null) {
        Files.writeString(html, preview.explainHtml());
      }
      return preview.explain();
    } catch (UnknownName e) {
      throw e;
    } catch (EngineException e) {
      return "no plan for these lengths: "
          + e.getMessage()
          + "\nChoose the lengths of symbolic dimensions with --dim NAME=LENGTH.\n"
          + (html == null ? "" : "No page was written.\n");
    }
  }

  private static void ports(PrintWriter out, String title, List<Port> ports) {
    out.println(title);
    ports.forEach(port -> out.println("  " + port));
  }

  private static void list(PrintWriter out, String title, List<String> lines) {
    if (!lines.isEmpty()) {
      out.println(title);
      lines.forEach(line -> out.println("  " + line));
    }
  }

  private static String describe(UnsupportedNode node) {
    return "node '%s' (%s %s, opset %d): %s"
        .formatted(node.node(), node.domain(), node.op(), node.opset(), node.reason());
  }

  private static String pairs(Map<String, Long> opsets) {
    return String.join(
        ", ", opsets.entrySet().stream().map(e -> e.getKey() + " " + e.getValue()).toList());
  }
}
