package io.pelton.examples.cli.score;

import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.ModelInput;
import io.pelton.arrow.io.BatchReader;
import io.pelton.arrow.io.IpcFileReader;
import io.pelton.engine.graph.NamedGraph.Port;
import io.pelton.examples.cli.csv.CsvRows;
import io.pelton.examples.cli.file.DataFile;
import io.pelton.examples.cli.file.FileFormat;
import io.pelton.examples.cli.file.TextInput;
import io.pelton.examples.cli.score.TextRows.Reading;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Option;

/** What is scored, and which of its columns feed the model. */
final class InputOptions {
  @Option(
      names = "--input",
      required = true,
      paramLabel = "IN",
      description = "The file of rows to score, or - for standard input (required).")
  private String input;

  @Option(
      names = "--input-format",
      paramLabel = "FORMAT",
      description = "${COMPLETION-CANDIDATES} (default: what the name of the file tells).",
      showDefaultValue = Visibility.NEVER)
  private FileFormat format;

  @Option(
      names = "--null-handling",
      paramLabel = "WAY",
      defaultValue = "nan",
      converter = NullHandling.Converter.class,
      description =
          "What becomes of nulls: fail, nan (NaN for floats, else a failure) or default=VALUE"
              + " (VALUE for the inputs that can hold it, else as nan).")
  private NullHandling nullHandling;

  @Option(
      names = "--columns",
      paramLabel = "NAME",
      split = ",",
      description =
          "Columns of an input of shape [N,F], in their order (default: all columns of its kind"
              + " that no other input takes; in a text file all columns are of its kind). Inputs of"
              + " one column take the one of their name.",
      showDefaultValue = Visibility.NEVER)
  private List<String> columns = List.of();

  @Option(
      names = "--bind",
      paramLabel = "INPUT=COLUMN",
      description =
          "The column of an input of one column; may be given for several (default: the one of its"
              + " name).",
      showDefaultValue = Visibility.NEVER)
  private Map<String, String> bind = Map.of();

  DataFile file() {
    return DataFile.of("--input", input, format);
  }

  /**
   * Begins to read.
   *
   * @param ports the inputs of the model
   * @param inputs the same for bindings
   * @param allocator outlives the source and its batches
   */
  RowSource open(
      List<Port> ports,
      List<ModelInput> inputs,
      KeptColumns kept,
      CsvOptions csv,
      Reading reading,
      ArrowAllocator allocator) {
    ColumnChoice choice = new ColumnChoice(bind, columns, nullHandling);
    DataFile file = file();
    if (file.format().isText()) {
      TextInput text = TextInput.open(file);
      CsvRows rows =
          CsvRows.open(file.toString(), text.text(), csv.dialect(file.format()), csv.hasHeader());
      try {
        return TextRows.of(
            rows,
            text::done,
            inputs,
            choice.bindings(ports, rows.names()),
            kept,
            reading,
            allocator);
      } catch (RuntimeException failure) {
        rows.close();
        throw failure;
      }
    }
    BatchReader reader = IpcFileReader.open(file.path(), allocator);
    try {
      return TypedRows.of(reader, choice.bindings(ports, reader.schema()), kept);
    } catch (RuntimeException failure) {
      reader.close();
      throw failure;
    }
  }
}
