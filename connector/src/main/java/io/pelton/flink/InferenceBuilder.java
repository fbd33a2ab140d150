package io.pelton.flink;

import io.pelton.arrow.NullPolicy;
import io.pelton.engine.graph.NamedGraph.Port;
import io.pelton.flink.device.DeviceOffer;
import io.pelton.flink.error.InvalidSetting;
import io.pelton.flink.error.ModelChanged;
import io.pelton.flink.error.ModelUnreadable;
import io.pelton.flink.model.LoadSettings;
import io.pelton.flink.model.ModelLocation;
import io.pelton.flink.model.ModelSpec;
import io.pelton.flink.model.OutputHead;
import io.pelton.flink.operator.InputRules;
import io.pelton.flink.operator.LengthRules;
import io.pelton.flink.operator.OutputRules;
import io.pelton.flink.operator.ScoringSpec;
import io.pelton.flink.text.Pooling;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.core.fs.Path;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.KeyedStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
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

  private static final Duration LONGEST_KEEPING = Duration.ofDays(1);
  private static final Duration LONGEST_WARM_UP = Duration.ofMinutes(1);
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
  private String checksum;
  private LoadSettings loading = LoadSettings.defaults();
  private OutputHead head = OutputHead.NONE;

  InferenceBuilder() {}

  abstract B self();

  /**
   * The model as a file in the ONNX format, which the TaskManagers read.
   *
   * @param uri for Flink's file systems: a path, {@code file:}, {@code s3:}, {@code hdfs:}, …
   */
  public B model(String uri) {
    location = new ModelLocation.FilePath(InvalidSetting.named("model", uri));
    try {
      new Path(uri);
    } catch (IllegalArgumentException e) {
      throw new InvalidSetting(
          "model",
          "a path, or a URI such as s3://models/fraud.onnx",
          "'" + uri + "'",
          "correct it: " + e.getMessage(),
          e);
    }
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

  /**
   * The model as a file of Flink's distributed cache, which Flink brings to every TaskManager. It
   * is checked there only: name the outputs, or give the environment, too.
   *
   * @param name under which {@link StreamExecutionEnvironment#registerCachedFile} has it; or of a
   *     registered folder, with the model's path in it behind a slash, for models whose weights are
   *     in further files
   */
  public B modelCached(String name) {
    location = cached(name, "");
    return self();
  }

  /**
   * The model as a file of Flink's distributed cache, checked here if the registered path can be
   * read here.
   *
   * @param environment in which the file is registered already
   * @param name as in {@link #modelCached(String)}
   * @throws InvalidSetting when there is no such name
   */
  public B modelCached(StreamExecutionEnvironment environment, String name) {
    InvalidSetting.given("modelCached", environment);
    ModelLocation.CachedFile unknown = cached(name, "");
    Map<String, String> registered = new LinkedHashMap<>();
    environment.getCachedFiles().forEach(each -> registered.put(each.f0, each.f1.filePath));
    String path = registered.get(unknown.name());
    if (path == null) {
      throw new InvalidSetting(
          "modelCached",
          "one of the environment's cached files " + registered.keySet(),
          "'" + unknown.name() + "'",
          "call registerCachedFile(…) first");
    }
    location = cached(name, path);
    return self();
  }

  private static ModelLocation.CachedFile cached(String name, String registered) {
    String path = InvalidSetting.named("modelCached", name);
    int slash = path.indexOf('/');
    return slash < 0
        ? new ModelLocation.CachedFile(path, "", registered)
        : new ModelLocation.CachedFile(
            InvalidSetting.named("modelCached", path.substring(0, slash)),
            InvalidSetting.named("modelCached", path.substring(slash + 1)),
            registered);
  }

  /**
   * What the bytes of the model's file must hash to, here and on every TaskManager. Without it,
   * what could be read when the job was built is what every TaskManager must find.
   *
   * @param sha256 64 hexadecimal digits
   */
  public B checksum(String sha256) {
    String digits = InvalidSetting.named("checksum", sha256).strip().toLowerCase(Locale.ROOT);
    if (!digits.matches("[0-9a-f]{64}")) {
      throw new InvalidSetting(
          "checksum",
          "a SHA-256 as 64 hexadecimal digits",
          "'" + sha256 + "'",
          "take what sha256sum says of the file");
    }
    checksum = digits;
    return self();
  }

  /**
   * How long a TaskManager keeps a model after the last slot has closed it, so that a job that is
   * restarted need not load it again; by default 10 seconds. It goes at once when the job ends.
   *
   * @param duration zero for not at all; a day at most
   */
  public B keepLoaded(Duration duration) {
    loading =
        loading.withKeepLoaded(between("keepLoaded", duration, LONGEST_KEEPING, "zero to a day"));
    return self();
  }

  /**
   * How long a model may be run on zeros after it is loaded, before the first record is taken; by
   * default a second. The JVM compiles kernels while they run: the first batches of a job would
   * take up to a hundred times as long as later ones. It ends when a run takes no less time than
   * before, which is much sooner for small models, and is left out where a model refuses zeros or
   * has inputs with axes of unknown length beside the batch.
   *
   * @param most zero for no warm-up; a minute at most
   */
  public B warmUp(Duration most) {
    loading = loading.withWarmUp(between("warmUp", most, LONGEST_WARM_UP, "zero to a minute"));
    return self();
  }

  private static Duration between(String setting, Duration value, Duration most, String range) {
    if (InvalidSetting.given(setting, value).isNegative() || value.compareTo(most) > 0) {
      throw new InvalidSetting(setting, range, value.toString(), "choose a duration in between");
    }
    return value;
  }

  /**
   * Makes one vector of those that the model gives for the tokens of a text: of its output of shape
   * [N,L,D], of which there must be one. Tokens count that its input {@code attention_mask} says
   * do. By default the model's outputs come out as they are.
   */
  public B pooling(Pooling kind) {
    head = new OutputHead(InvalidSetting.given("pooling", kind), head.normalizes(), head.inputs());
    return self();
  }

  /**
   * Divides vectors, pooled ones or the model's own of shape [N,D], by their Euclidean length, so
   * that a dot product is their cosine.
   */
  public B normalize() {
    head = new OutputHead(head.pooling(), true, head.inputs());
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
   * Where to run; by default on the best backend for the host. {@code cuda} runs on a device what
   * it has kernels for and the rest on the host: every slot takes the device that the fewest slots
   * of its TaskManager compute on, among those that the {@link #deviceResource external resource}
   * lists, or among all. {@code cuda:1} is that device, whatever is listed. {@code auto} takes the
   * host or a device, by estimates that depend on the model and the machine alone. A job whose
   * TaskManager has no such device fails and says what there is.
   */
  public B backend(String backendName) {
    backend = InvalidSetting.named("backend", backendName);
    return self();
  }

  /**
   * Which of Flink's {@code external-resources} lists the devices that the slots may use; by
   * default {@code gpu}, where a TaskManager has that. With this setting, a TaskManager without the
   * resource fails the job.
   */
  public B deviceResource(String resource) {
    String named = InvalidSetting.named("deviceResource", resource);
    loading = loading.withDevices(new DeviceOffer(named, true));
    return self();
  }

  /**
   * Native memory that one slot may hold for inputs and outputs in Arrow's format. It is part of
   * Flink's managed memory; by default it is the operator's whole share of it. The operators of a
   * slot share its managed memory in proportion to what they ask for: an inference asks for this,
   * or for {@link #DEFAULT_MEMORY}. A job whose slot has less than this fails and says what to
   * raise. A micro-batch that takes an eighth of it is scored before it is full.
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
    LengthRules.check(lengths, inputRules(), InputRules.modelInputs(inputPorts, batch.maxRows()));
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
          "model",
          "where the model is",
          "nothing",
          "call model(…), modelResource(…) or modelCached(…)");
    }
    String shown = name == null ? fileName() : name;
    return new ModelSpec(shown, location, checksum, backend, loading, head);
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
    } catch (ModelChanged e) {
      throw new InvalidSetting(
          "checksum",
          "the SHA-256 of model '" + e.model() + "'",
          e.expected() + ", but its bytes have " + e.found(),
          "correct it, or fetch the model again",
          e);
    }
  }

  /**
   * The stream without its keys, but partitioned by them: an inference has no keyed state, for
   * which Flink would take a part of the slot's managed memory, and sort the records of a bounded
   * job.
   */
  static <R> DataStream<R> withoutKeys(DataStream<R> stream) {
    return stream instanceof KeyedStream<R, ?>
        ? new DataStream<>(stream.getExecutionEnvironment(), stream.getTransformation())
        : stream;
  }

  static InvalidSetting twice(String setting, String about) {
    return new InvalidSetting(
        setting, "one call for '" + about + "'", "a second one", "remove one of them");
  }
}
