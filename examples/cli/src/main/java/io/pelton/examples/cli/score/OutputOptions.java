package io.pelton.examples.cli.score;

import io.pelton.examples.cli.file.DataFile;
import io.pelton.examples.cli.file.FileFormat;
import java.util.List;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Option;

/** What is written, and with which columns. */
final class OutputOptions {
  @Option(
      names = "--output",
      required = true,
      paramLabel = "OUT",
      description =
          "The file to write, or to replace when the new one is complete, or - for standard output"
              + " (required).")
  private String output;

  @Option(
      names = "--output-format",
      paramLabel = "FORMAT",
      description = "${COMPLETION-CANDIDATES} (default: what the name of the file tells).",
      showDefaultValue = Visibility.NEVER)
  private FileFormat format;

  @Option(
      names = "--prefix",
      paramLabel = "TEXT",
      defaultValue = "",
      description = "Put before the names of the model's columns (default: nothing).",
      showDefaultValue = Visibility.NEVER)
  private String prefix;

  @ArgGroup private Choice choice = new Choice();

  private static final class Choice {
    @Option(
        names = "--keep",
        paramLabel = "NAME",
        split = ",",
        description = "Columns of the input that the output has, too (default: all).",
        showDefaultValue = Visibility.NEVER)
    private List<String> keep;

    @Option(
        names = "--predictions-only",
        description = "Keep no column of the input (default: keep all).",
        showDefaultValue = Visibility.NEVER)
    private boolean predictionsOnly;
  }

  DataFile file() {
    return DataFile.of("--output", output, format);
  }

  KeptColumns kept() {
    return choice.predictionsOnly ? new KeptColumns(List.of()) : new KeptColumns(choice.keep);
  }

  String prefix() {
    return prefix;
  }
}
