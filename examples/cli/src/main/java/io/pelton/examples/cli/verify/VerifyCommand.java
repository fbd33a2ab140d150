package io.pelton.examples.cli.verify;

import io.pelton.engine.executable.CompileOptions;
import io.pelton.examples.cli.console.BackendOption;
import io.pelton.examples.cli.console.Progress;
import io.pelton.examples.cli.verify.CaseResult.Status;
import io.pelton.onnx.OnnxModel;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code pelton verify}. */
@Command(
    name = "verify",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    description = "Runs models on recorded inputs and compares with the recorded outputs.",
    footer = {
      "",
      "A case is a folder test_data_set_K with input_N.pb and output_N.pb, beside",
      "a model. Floats agree when |found - expected| <= atol + rtol * |expected|,",
      "16-bit floats also when they are one rounding apart (rtol 2^-10, 2^-7 for",
      "bfloat16), everything else when it is equal. A models.tsv or tolerance.tsv beside the",
      "folder of the model or above it, with columns rtol, atol or cosine and the",
      "name of the folder in the first column, counts more than the options.",
      "Prints the cases that do not pass, then 'N passed, N failed, N skipped'.",
      "Exit code: 0, 1 when a case failed or none was found, 2 for wrong usage."
    })
public final class VerifyCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      arity = "1..*",
      paramLabel = "DIR",
      description = "Folders to search for cases, with all below them.")
  private List<Path> folders;

  @Option(
      names = "--rtol",
      paramLabel = "X",
      defaultValue = "1e-4",
      description = "Relative tolerance of floats.")
  private double rtol;

  @Option(
      names = "--atol",
      paramLabel = "X",
      defaultValue = "1e-5",
      description = "Absolute tolerance of floats.")
  private double atol;

  @Option(
      names = "--min-cosine",
      paramLabel = "X",
      description =
          "Compare float outputs by cosine similarity, which must be at least X, instead"
              + " (default: off).")
  private Double minCosine;

  @Option(
      names = "--via",
      paramLabel = "WAY",
      defaultValue = "compile",
      description =
          "How to run: compile (optimized and planned, as jobs do) or realize (node for node as in"
              + " the file).")
  private Via via;

  @Option(
      names = "--model",
      paramLabel = "FILE",
      defaultValue = "model.onnx",
      description = "Model of every folder: a file in it, or else this very file.")
  private Path model;

  @Option(
      names = "--report",
      paramLabel = "FILE",
      description =
          "Write a line per case: name, status (pass, fail, unsupported, error) and detail,"
              + " separated by tabs (default: no report).")
  private Path report;

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      defaultValue = "300",
      description = "Longest time for a case; 0 for no limit.")
  private long timeoutSeconds;

  @Mixin private BackendOption backend;

  @Override
  public Integer call() throws IOException, InterruptedException {
    checkUsage();
    List<CaseFolder> found = find();
    int total = found.stream().mapToInt(folder -> folder.sets().size()).sum();
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    Progress progress = new Progress(err);
    Summary summary = new Summary();
    try (Report lines = Report.to(report);
        CaseRunner runner = runner()) {
      for (CaseFolder folder : found) {
        runner.run(
            folder,
            result -> {
              lines.add(result);
              summary.add(result);
              if (result.status() != Status.PASS) {
                out.println(result.line());
              }
              progress.update(
                  () -> "%d of %d cases, %s".formatted(summary.cases(), total, result.name()));
            });
      }
    }
    out.println(summary);
    out.flush();
    return summary.failed() == 0 && total > 0 ? 0 : 1;
  }

  private void checkUsage() {
    for (Path folder : folders) {
      if (!Files.isDirectory(folder)) {
        throw usage("there is no folder " + folder);
      }
    }
    if (!(rtol >= 0) || !(atol >= 0)) {
      throw usage("--rtol and --atol must not be negative, but are " + rtol + " and " + atol);
    }
    if (minCosine != null && !(minCosine >= -1 && minCosine <= 1)) {
      throw usage("--min-cosine must be between -1 and 1, but is " + minCosine);
    }
    if (timeoutSeconds < 0) {
      throw usage("--timeout must not be negative, but is " + timeoutSeconds);
    }
  }

  private ParameterException usage(String message) {
    return new ParameterException(spec.commandLine(), message);
  }

  private List<CaseFolder> find() throws IOException {
    CaseSearch search = new CaseSearch(model);
    List<CaseFolder> found = new ArrayList<>();
    for (Path folder : folders) {
      found.addAll(search.below(folder));
    }
    PrintWriter err = spec.commandLine().getErr();
    search.omissions().forEach(err::println);
    if (found.isEmpty()) {
      err.println("no folder below " + folders + " has both a " + model + " and a test_data_set_0");
    }
    return found;
  }

  private CaseRunner runner() {
    CompileOptions opened = backend.open();
    Tolerance tolerance =
        new Tolerance(
            rtol, atol, minCosine == null ? OptionalDouble.empty() : OptionalDouble.of(minCosine));
    return new CaseRunner(
        file -> via.open(OnnxModel.load(file).graph(), opened),
        new ToleranceSearch(tolerance),
        Duration.ofSeconds(timeoutSeconds));
  }
}
