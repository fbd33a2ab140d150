package io.pelton.examples.cli.score;

import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.ArrowBatch;
import io.pelton.arrow.BatchBinder;
import io.pelton.arrow.InputBinding;
import io.pelton.arrow.ModelInput;
import io.pelton.arrow.io.IpcFileReader;
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
import io.pelton.onnx.OnnxModel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Schema;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Visibility;
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
    description = "Scores the rows of an Arrow IPC file with a model.",
    footer = {
      "",
      "The output has the columns of the input and those that the model gives:",
      "NAME for an output of shape [N] or [N,1], NAME_0, NAME_1, ... for [N,K],",
      "lists for more axes and maps for a ZipMap.",
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
      names = "--input",
      required = true,
      paramLabel = "IN",
      description = "An Arrow IPC file (required).")
  private Path input;

  @Option(
      names = "--output",
      required = true,
      paramLabel = "OUT",
      description = "The Arrow IPC file to write or replace (required).")
  private Path output;

  @Option(
      names = "--batch-rows",
      paramLabel = "N",
      defaultValue = "1024",
      description = "Most rows in a batch.")
  private int batchRows;

  @Option(
      names = "--null-handling",
      paramLabel = "WAY",
      defaultValue = "nan",
      converter = NullHandling.Converter.class,
      description =
          "What becomes of nulls: fail, nan (NaN for floats, else a failure) or default=VALUE (VALUE"
              + " for the inputs that can hold it, else as nan).")
  private NullHandling nullHandling;

  @Option(
      names = "--columns",
      paramLabel = "NAME",
      split = ",",
      description =
          "Columns of an input of shape [N,F], in their order (default: all columns of its kind that"
              + " no other input takes). Inputs of one column take the one of their name.",
      showDefaultValue = Visibility.NEVER)
  private List<String> columns = List.of();

  @Option(
      names = "--prefix",
      paramLabel = "TEXT",
      defaultValue = "",
      description = "Put before the names of the model's columns (default: nothing).",
      showDefaultValue = Visibility.NEVER)
  private String prefix;

  @Mixin private BackendOption backend;

  @Override
  public Integer call() {
    if (batchRows < 1) {
      throw new ParameterException(
          spec.commandLine(), "--batch-rows must be at least 1, but is " + batchRows);
    }
    checkOutput();
    CompileOptions options = backend.open();
    long start = System.nanoTime();
    try (CompiledGraph compiled = CompiledGraph.compile(OnnxModel.load(model).graph(), options);
        ArrowAllocator allocator = ArrowAllocator.open("score");
        IpcFileReader reader = IpcFileReader.open(input, allocator);
        ExecutableGraph executable = compiled.newExecutable();
        Scoring scoring =
            new Scoring(executable, binder(reader.schema(), compiled), allocator, output, prefix)) {
      score(reader, scoring, rowsAtATime(compiled.inputs()), allocator);
      scoring.finish();
      double seconds = (System.nanoTime() - start) / 1e9;
      spec.commandLine()
          .getOut()
          .printf(
              Locale.ROOT,
              "%d rows in %d batches, %.2f s, %.0f rows/s, written to %s%n",
              scoring.rows(),
              scoring.batches(),
              seconds,
              scoring.rows() / seconds,
              output);
    }
    return 0;
  }

  private void checkOutput() {
    if (Files.isDirectory(output)) {
      throw new BadRequest("--output " + output + " is a folder; name a file");
    }
    Path folder = output.toAbsolutePath().getParent();
    if (!Files.isDirectory(folder)) {
      throw new BadRequest("--output " + output + ": there is no folder " + folder + "; make it");
    }
    if (!Files.isWritable(folder)) {
      throw new BadRequest(
          "--output " + output + ": the folder " + folder + " can't be written to; name another");
    }
  }

  private BatchBinder binder(Schema schema, CompiledGraph compiled) {
    List<InputBinding> bindings =
        new ColumnChoice(schema, columns, nullHandling).bindings(compiled.inputs());
    List<ModelInput> inputs =
        compiled.inputs().stream()
            .map(port -> new ModelInput(port.name(), type(port).dtype(), type(port).shape()))
            .toList();
    return BatchBinder.of(schema, inputs, bindings);
  }

  private static TensorType type(Port input) {
    return (TensorType) input.type();
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

  private void score(
      IpcFileReader reader, Scoring scoring, int rowsAtATime, ArrowAllocator allocator) {
    long total = reader.rows();
    Progress progress = new Progress(spec.commandLine().getErr());
    while (reader.hasNext()) {
      try (ArrowBatch whole = reader.next()) {
        for (int from = 0; from < whole.rows(); from += rowsAtATime) {
          int count = Math.min(rowsAtATime, whole.rows() - from);
          try (ArrowBatch part = whole.slice(from, count)) {
            scoring.score(part);
          }
          progress.update(() -> scoring.rows() + " of " + total + " rows");
        }
      }
    }
    if (total == 0) {
      // the columns of the result are known only from a batch
      try (ArrowBatch empty =
          ArrowBatch.of(VectorSchemaRoot.create(reader.schema(), allocator.arrow()))) {
        scoring.score(empty);
      }
    }
  }
}
