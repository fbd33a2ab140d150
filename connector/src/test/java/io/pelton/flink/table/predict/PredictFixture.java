package io.pelton.flink.table.predict;

import io.pelton.arrow.NullPolicy;
import io.pelton.flink.BatchPolicy;
import io.pelton.flink.ErrorPolicy;
import io.pelton.flink.LengthPolicy;
import io.pelton.flink.TestModels;
import io.pelton.flink.model.LoadSettings;
import io.pelton.flink.model.ModelLocation;
import io.pelton.flink.model.ModelSpec;
import io.pelton.flink.operator.InputRules;
import io.pelton.flink.operator.OutputRules;
import io.pelton.flink.operator.ScoringSpec;
import io.pelton.flink.table.ErrorHandling;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.table.functions.FunctionContext;
import org.apache.flink.table.types.logical.FloatType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.VarCharType;

/** What a function is told, for tests: defaults that can be changed one by one. */
final class PredictFixture {
  static final LogicalType FLOAT = new FloatType();
  static final LogicalType STRING = VarCharType.STRING_TYPE;

  /** Longer than any test. */
  static final Duration NEVER = Duration.ofDays(1);

  private final Path model;
  private final RowType arguments;
  private final List<ResultColumn> results = new ArrayList<>();
  private NullPolicy nulls = NullPolicy.standard();
  private ErrorHandling errors = ErrorHandling.FAIL;
  private String backend = "cpu";
  private int maxRows = 1024;
  private Duration linger = NEVER;
  private MemorySize maxBytes;
  private MemorySize memory = MemorySize.ofMebiBytes(16);
  private int capacity = 10_000;
  private int workers;

  /**
   * @param arguments named like inputs
   */
  PredictFixture(Path model, RowType arguments) {
    this.model = model;
    this.arguments = arguments;
  }

  /** {@code y} = relu(x), or zeros where the backend is the stalling one. */
  static PredictFixture relu(Path folder) {
    return new PredictFixture(TestModels.relu(folder), row(List.of("x"), FLOAT))
        .output("y", FLOAT, "y");
  }

  /** {@code total} = x + number(amount), which fails for an amount that is none. */
  static PredictFixture amounts(Path folder) {
    return new PredictFixture(
            TestModels.amounts(folder), row(List.of("x", "amount"), FLOAT, STRING))
        .output("total", FLOAT, "sum");
  }

  static RowType row(List<String> names, LogicalType... types) {
    return RowType.of(types, names.toArray(String[]::new));
  }

  PredictFixture output(String name, LogicalType type, String output) {
    return output(name, type, output, "");
  }

  PredictFixture output(String name, LogicalType type, String output, String element) {
    results.add(new ResultColumn.Output(name, type, output, element));
    return this;
  }

  PredictFixture metadata(String name, LogicalType type, ResultColumn.Kind kind) {
    results.add(new ResultColumn.Metadata(name, type, kind));
    return this;
  }

  PredictFixture nulls(NullPolicy policy) {
    nulls = policy;
    return this;
  }

  PredictFixture errors(ErrorHandling handling) {
    errors = handling;
    return this;
  }

  PredictFixture backend(String name) {
    backend = name;
    return this;
  }

  PredictFixture batch(int rows, Duration longest) {
    maxRows = rows;
    linger = longest;
    return this;
  }

  PredictFixture maxBytes(long bytes) {
    maxBytes = new MemorySize(bytes);
    return this;
  }

  PredictFixture memory(long bytes) {
    memory = new MemorySize(bytes);
    return this;
  }

  PredictFixture capacity(int rows) {
    capacity = rows;
    return this;
  }

  PredictFixture workers(int threads) {
    workers = threads;
    return this;
  }

  PredictSpec spec() {
    BatchPolicy batch = BatchPolicy.of(maxRows, linger);
    LoadSettings loading =
        LoadSettings.defaults().withKeepLoaded(Duration.ZERO).withWarmUp(Duration.ZERO);
    return new PredictSpec(
        new ScoringSpec<>(
            new ModelSpec(
                "m", new ModelLocation.FilePath(model.toString()), null, backend, loading),
            new InputRules(Map.of(), Map.of(), nulls, Set.of()),
            new OutputRules(Map.of()),
            maxBytes == null ? batch : batch.withMaxBytes(maxBytes),
            LengthPolicy.exact(),
            ErrorPolicy.fail(),
            memory.getBytes(),
            false),
        arguments,
        results,
        errors,
        capacity,
        workers);
  }

  /** A context without a task. */
  static FunctionContext context() {
    return new FunctionContext(null, PredictFixture.class.getClassLoader(), null);
  }

  /** The asynchronous function, opened. */
  PeltonAsyncPredictFunction async() throws Exception {
    PeltonAsyncPredictFunction function = new PeltonAsyncPredictFunction(spec());
    function.open(context());
    return function;
  }

  /** The synchronous function, opened. */
  PeltonPredictFunction sync() throws Exception {
    PeltonPredictFunction function = new PeltonPredictFunction(spec());
    function.open(context());
    return function;
  }
}
