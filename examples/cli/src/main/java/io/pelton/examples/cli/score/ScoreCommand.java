package io.pelton.examples.cli.score;

import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.ArrowBatch;
import io.pelton.arrow.ModelInput;
import io.pelton.engine.executable.CompileOptions;
import io.pelton.engine.executable.CompiledGraph;
import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.engine.graph.NamedGraph.Port;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import io.pelton.examples.cli.console.BackendOption;
import io.pelton.examples.cli.console.BadRequest;
import io.pelton.examples.cli.console.Progress;
import io.pelton.examples.cli.console.ProgressOption;
import io.pelton.examples.cli.file.DataFile;
import io.pelton.examples.cli.file.OutputFile;
import io.pelton.examples.cli.score.TextRows.Reading;
import io.pelton.onnx.OnnxModel;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.apache.arrow.vector.VectorSchemaRoot;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code pelton score}. */
@Command(
    name = "score",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    description = "Scores the rows of a file with a model.",
    footer = {
      "",
      "Formats and the names that tell them:",
      "  arrow     .arrow .feather .ipc  Arrow IPC file",
      "  arrows    .arrows               Arrow IPC stream",
      "  parquet   .parquet .parq .pq    Parquet; to read, also a folder of them",
      "  orc       .orc                  ORC, read only; also a folder of them",
      "  avro      .avro                 Avro container file, read only",
      "  csv, tsv  .csv .tsv, also .gz   text in UTF-8",
      "",
      "The output has the columns of the input and those that the model gives:",
      "NAME for an output of shape [N] or [N,1], NAME_0, NAME_1, ... for [N,K],",
      "lists for more axes and maps for a ZipMap. It gets its name when it is complete.",
      "",
      "Columns of text that feed an input are read as what the input is: numbers, true",
      "or false, or text. All others stay text. In text that is written, numbers read",
      "back to the same bits, and lists and maps are JSON.",
      "Exit code: 0, 1 for a failure, 2 for wrong usage."
    })
public final class ScoreCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = "--model",
      required = true,
      paramLabel = "MODEL",
      description = "An ONNX file (required).")
  private Path model;

  @Option(
      names = "--batch-rows",
      paramLabel = "N",
      defaultValue = "1024",
      description = "Most rows in a batch.")
  private int batchRows;

  @Mixin private InputOptions input;

  @Mixin private OutputOptions output;

  @Mixin private CsvOptions csv;

  @Mixin private BackendOption backend;

  @Mixin private ProgressOption progress;

  @Override
  public Integer call() throws IOException {
    if (batchRows < 1) {
      throw usage("--batch-rows must be at least 1, but is " + batchRows);
    }
    DataFile from = input.file();
    OutputFile to = outputFile();
    to.check(from.path(), model);
    CompileOptions options = backend.open();
    long start = System.nanoTime();
    try (CompiledGraph compiled = CompiledGraph.compile(OnnxModel.load(model).graph(), options);
        ArrowAllocator allocator = ArrowAllocator.open("score");
        RowSource source = source(compiled, allocator);
        ExecutableGraph executable = compiled.newExecutable();
        Scoring scoring =
            new Scoring(executable, source, inputs(compiled), allocator, to, output.prefix())) {
      score(source, scoring, rowsAtATime(compiled.inputs()), allocator);
      scoring.finish();
      report(scoring, source, (System.nanoTime() - start) / 1e9);
    }
    return 0;
  }

  private ParameterException usage(String message) {
    return new ParameterException(spec.commandLine(), message);
  }

  private OutputFile outputFile() {
    DataFile file = output.file();
    try {
      csv.dialect(input.file().format());
      return new OutputFile(file, csv.dialect(file.format()));
    } catch (IllegalArgumentException contradiction) {
      throw usage(contradiction.getMessage());
    }
  }

  private RowSource source(CompiledGraph compiled, ArrowAllocator allocator) {
    Reading reading =
        new Reading(csv.nullText(), csv.badCells(), batchRows, output.file().format().isText());
    return input.open(compiled.inputs(), inputs(compiled), output.kept(), csv, reading, allocator);
  }

  private static List<ModelInput> inputs(CompiledGraph compiled) {
    return compiled.inputs().stream()
        .map(port -> new ModelInput(port.name(), type(port).dtype(), type(port).shape()))
        .toList();
  }

  private static TensorType type(Port input) {
    if (input.type() instanceof TensorType tensor) {
      return tensor;
    }
    throw new BadRequest("input " + input + " is no tensor, which no column can feed");
  }

  /** A model whose batch axis has a fixed length takes just so many. */
  private int rowsAtATime(List<Port> inputs) {
    for (Port port : inputs) {
      Shape shape = type(port).shape();
      if (shape.isRanked() && shape.rank() > 0) {
        Extent first = shape.extent(0);
        return first.isFixed() ? Math.toIntExact(Math.max(first.max(), 1)) : batchRows;
      }
    }
    return batchRows;
  }

  private void score(RowSource source, Scoring scoring, int rowsAtATime, ArrowAllocator allocator) {
    Progress line = progress.open(spec.commandLine().getErr(), System::nanoTime);
    try {
      score(source, scoring, rowsAtATime, allocator, new RowProgress(line, System::nanoTime));
    } finally {
      line.end();
    }
  }

  private static void score(
      RowSource source,
      Scoring scoring,
      int rowsAtATime,
      ArrowAllocator allocator,
      RowProgress progress) {
    while (source.reader().hasNext()) {
      try (ArrowBatch whole = source.reader().next()) {
        for (int from = 0; from < whole.rows(); from += rowsAtATime) {
          int count = Math.min(rowsAtATime, whole.rows() - from);
          try (ArrowBatch part = whole.slice(from, count)) {
            scoring.score(part);
          }
          long rows = scoring.rows();
          progress.update(rows, source.total(), source.done().applyAsDouble(rows));
        }
      }
    }
    if (scoring.batches() == 0) {
      // the columns of the result are known only from a batch
      try (ArrowBatch empty =
          ArrowBatch.of(VectorSchemaRoot.create(source.reader().schema(), allocator.arrow()))) {
        scoring.score(empty);
      }
    }
  }

  private void report(Scoring scoring, RowSource source, double seconds) {
    boolean isPiped = output.file().isStandard();
    PrintWriter out = isPiped ? spec.commandLine().getErr() : spec.commandLine().getOut();
    source.remark().get().ifPresent(spec.commandLine().getErr()::println);
    if (!progress.isQuiet()) {
      out.printf(
          Locale.ROOT,
          "%d rows in %d batches, %.2f s, %.0f rows/s, written to %s%n",
          scoring.rows(),
          scoring.batches(),
          seconds,
          scoring.rows() / seconds,
          isPiped ? "standard output" : output.file());
    }
  }
}
