package io.pelton.flink;

import io.pelton.arrow.NullPolicy;
import io.pelton.engine.graph.NamedGraph.Port;
import io.pelton.flink.error.InvalidSetting;
import io.pelton.flink.error.ModelUnreadable;
import io.pelton.flink.model.ModelLocation;
import io.pelton.flink.model.ModelSpec;
import io.pelton.flink.operator.InputRules;
import io.pelton.flink.operator.LengthRules;
import io.pelton.flink.operator.OutputRules;
import io.pelton.flink.operator.ScoringSpec;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.configuration.MemorySize;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The settings that all inferences have. Not thread-safe.
 *
 * @param <T> records of the stream
 * @param <B> the builder itself
 */
@PublicEvolving
public abstract sealed class InferenceBuilder<T, B extends InferenceBuilder<T, B>>
    permits RecordInferenceBuilder, ArrowInference.Builder {
  /**
   * What an inference without {@link #memoryLimit} asks for when the operators of a slot share its
   * managed memory in proportion. It is no limit.
   */
  public static final MemorySize DEFAULT_MEMORY = MemorySize.ofMebiBytes(32);

  private static final Logger LOG = LoggerFactory.getLogger(InferenceBuilder.class);

  private final Map<String, List<String>> inputs = new LinkedHashMap<>();
  private final Map<String, NullPolicy> nulls = new LinkedHashMap<>();
  private NullPolicy otherNulls = NullPolicy.standard();
  private ModelLocation location;
  private String name;
  private String backend;
  private BatchPolicy batch = BatchPolicy.defaults();
  private LengthPolicy lengths = LengthPolicy.exact();
  private ErrorPolicy<T> errors = ErrorPolicy.fail();
  private MemorySize memoryLimit;
  private boolean allowsRowMixing;

  InferenceBuilder() {}

  abstract B self();

  /**
   * The model as a file in the ONNX format, which the TaskManagers read.
   *
   * @param uri for Flink's file systems: a path, {@code file:}, {@code s3:}, {@code hdfs:}, …
   */
  public B model(String uri) {
    location = new ModelLocation.FilePath(InvalidSetting.named("model", uri));
    return self();
  }

  /**
   * The model as a resource in the job's jar.
   *
   * @param resource its name from the root of the class path
   */
  public B modelResource(String resource) {
    String plain = InvalidSetting.named("modelResource", resource);
    location = new ModelLocation.Resource(plain.startsWith("/") ? plain.substring(1) : plain);
    return self();
  }

  /** What metrics, messages and logs call the model; by default its file's name. */
  public B name(String model) {
    name = InvalidSetting.named("name", model);
    return self();
  }

  /**
   * Feeds a model input.
   *
   * @param fields one for an input of shape [N] or [N,1], F in order for [N,F]
   */
  public B input(String input, String... fields) {
    InvalidSetting.named("input", input);
    if (InvalidSetting.given("input", fields).length == 0) {
      throw new InvalidSetting(
          "input", "at least one field for '" + input + "'", "none", "name the fields");
    }
    for (String field : fields) {
      InvalidSetting.named("input", field);
    }
    if (inputs.putIfAbsent(input, List.of(fields)) != null) {
      throw twice("input", input);
    }
    return self();
  }

  /**
   * What becomes of nulls at inputs without a policy of their own; by default {@link
   * NullPolicy#standard}: NaN for floats, an error for everything else.
   */
  public B nulls(NullPolicy policy) {
    otherNulls = InvalidSetting.given("nulls", policy);
    return self();
  }

  /** What becomes of nulls at one model input. */
  public B nulls(String input, NullPolicy policy) {
    InvalidSetting.named("nulls", input);
    if (nulls.putIfAbsent(input, InvalidSetting.given("nulls", policy)) != null) {
      throw twice("nulls", input);
    }
    return self();
  }

  /** When a micro-batch is scored; by default {@link BatchPolicy#defaults}. */
  public B batch(BatchPolicy policy) {
    batch = InvalidSetting.given("batch", policy);
    return self();
  }

  /**
   * How records are scored together whose lists differ in length, for models with inputs [N,L]
   * where L is open; by default {@link LengthPolicy#exact}.
   */
  public B lengths(LengthPolicy policy) {
    lengths = InvalidSetting.given("lengths", policy);
    return self();
  }

  /** What becomes of records that can't be scored; by default the job fails. */
  public B errors(ErrorPolicy<T> policy) {
    errors = InvalidSetting.given("errors", policy);
    return self();
  }

  /**
   * Where to run; by default on the best backend for the host. {@code cuda}, or {@code cuda:1} for
   * another device, runs on that device what it has kernels for and the rest on the host; {@code
   * auto} takes the host or a device, by estimates that depend on the model and the machine alone.
   * A job whose TaskManager has no such device fails and says why.
   */
  public B backend(String backendName) {
    backend = InvalidSetting.named("backend", backendName);
    return self();
  }

  /**
   * Native memory that one slot may hold for inputs and outputs in Arrow's format. It is part of
   * Flink's managed memory; by default it is the operator's whole share of it. The operators of a
   * slot share its managed memory in proportion to what they ask for: an inference asks for this,
   * or for {@link #DEFAULT_MEMORY}. A job whose slot has less than this fails and says
   * what to raise. A micro-batch that takes an eighth of it is scored before it is full.
   */
  public B memoryLimit(MemorySize limit) {
    if (InvalidSetting.given("memoryLimit", limit).getBytes() == 0) {
      throw new InvalidSetting("memoryLimit", "more than nothing", limit.toString(), "give more");
    }
    memoryLimit = limit;
    return self();
  }

  /**
   * Accepts a model in which a row's outputs depend on the other rows of its batch, such as one
   * that subtracts a batch's mean: predictions then depend on how the stream is cut into batches,
   * and thereby on timing and parallelism. Without this, such a model fails the job with a {@link
   * io.pelton.flink.error.RowsMixed} before its first prediction, unless batches have one row.
   */
  public B allowRowMixing() {
    allowsRowMixing = true;
    return self();
  }

  final InputRules inputRules() {
    return new InputRules(inputs, nulls, otherNulls, lengths.masks());
  }

  final BatchPolicy batch() {
    return batch;
  }

  /** Holds the length policy against the model. */
  final void checkLengths(List<Port> inputPorts) {
    LengthRules.check(
        lengths, inputRules(), InputRules.modelInputs(inputPorts, batch.maxRows()));
  }

  /**
   * What the operators are told.
   *
   * @param source of the model, where it could be read here; slots then run no other
   */
  final ScoringSpec<T> spec(
      ModelSpec model, Optional<ModelSpec.Source> source, OutputRules outputs) {
    return new ScoringSpec<>(
        source.map(s -> model.withSha256(s.sha256())).orElse(model),
        inputRules(),
        outputs,
        batch,
        lengths,
        errors,
        memoryLimit == null ? ScoringSpec.WHOLE_SHARE : memoryLimit.getBytes(),
        // predictions would depend on the batches
        allowsRowMixing || batch.maxRows() == 1);
  }

  final ModelSpec modelSpec() {
    if (location == null) {
      throw new InvalidSetting(
          "model", "where the model is", "nothing", "call model(…) or modelResource(…)");
    }
    return new ModelSpec(name == null ? fileName() : name, location, null, backend);
  }

  private String fileName() {
    String path = location.toString();
    String file = path.substring(Math.max(path.lastIndexOf('/'), path.lastIndexOf(':')) + 1);
    int dot = file.lastIndexOf('.');
    return dot > 0 ? file.substring(0, dot) : file;
  }

  /**
   * The model, where it can be read here; only files may be out of reach until the job runs.
   *
   * @param unreadable is told why it can't, and may refuse
   */
  static Optional<ModelSpec.Source> readHere(ModelSpec spec, Consumer<ModelUnreadable> unreadable) {
    try {
      return Optional.of(spec.read(Thread.currentThread().getContextClassLoader()));
    } catch (ModelUnreadable e) {
      if (spec.location() instanceof ModelLocation.Resource) {
        throw e;
      }
      unreadable.accept(e);
      LOG.info("Model '{}' is checked on the TaskManagers only: {}", spec.name(), e.getMessage());
      return Optional.empty();
    }
  }

  static InvalidSetting twice(String setting, String about) {
    return new InvalidSetting(
        setting, "one call for '" + about + "'", "a second one", "remove one of them");
  }
}
