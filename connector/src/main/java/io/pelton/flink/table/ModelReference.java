package io.pelton.flink.table;

import io.pelton.flink.device.DeviceOffer;
import io.pelton.flink.error.InvalidSetting;
import io.pelton.flink.error.ModelChanged;
import io.pelton.flink.model.LoadSettings;
import io.pelton.flink.model.ModelDescription;
import io.pelton.flink.model.ModelDescriptions;
import io.pelton.flink.model.ModelLocation;
import io.pelton.flink.model.ModelSpec;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.flink.api.common.cache.DistributedCache;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.core.fs.Path;

/** What options say of where a model is, which one it must be, and how it is loaded. */
final class ModelReference {
  private static final String CLASS_PATH = "classpath:";
  private static final String CACHED = "cached:";
  private static final int MOST_THREADS = 256;
  private static final Duration LONGEST_WARM_UP = Duration.ofMinutes(1);
  private static final Duration LONGEST_KEEPING = Duration.ofDays(1);

  private ModelReference() {}

  /**
   * @param name for messages and metrics
   * @param session has the files of the distributed cache
   * @throws InvalidSetting naming the option and its rule
   */
  static ModelSpec spec(String name, OptionReader options, ReadableConfig session) {
    String uri =
        options
            .text(PeltonModelOptions.MODEL)
            .orElseThrow(
                () ->
                    new InvalidSetting(
                        "'model'",
                        "where the model's file is",
                        "nothing",
                        "give a path, or a URI such as 's3://models/fraud.onnx'"));
    return new ModelSpec(
        name,
        location(uri, PeltonModelOptions.MODEL, session),
        options.text(PeltonModelOptions.CHECKSUM).map(ModelReference::sha256).orElse(null),
        options.text(PeltonModelOptions.DEVICE).orElse(null),
        loading(options),
        TextOptions.head(options));
  }

  private static LoadSettings loading(OptionReader options) {
    LoadSettings loading =
        LoadSettings.defaults()
            .withWarmUp(options.between(PeltonModelOptions.WARM_UP, Duration.ZERO, LONGEST_WARM_UP))
            .withKeepLoaded(
                options.between(PeltonModelOptions.KEEP_LOADED, Duration.ZERO, LONGEST_KEEPING))
            .withThreads(options.between(PeltonModelOptions.EXECUTION_THREADS, 1, MOST_THREADS));
    return options
        .text(PeltonModelOptions.DEVICE_RESOURCE)
        .map(resource -> loading.withDevices(new DeviceOffer(resource, true)))
        .orElse(loading);
  }

  /** The same model as a query wants it to be loaded. */
  static ModelSpec loadedAs(ModelSpec model, OptionReader options) {
    return new ModelSpec(
        model.name(),
        model.location(),
        model.sha256(),
        model.backend(),
        loading(options),
        model.head());
  }

  /**
   * Where a file is that an option names.
   *
   * @param uri for Flink's file systems, or with {@code classpath:} or {@code cached:} in front
   * @param option that names it
   */
  static ModelLocation location(String uri, ConfigOption<String> option, ReadableConfig session) {
    if (uri.startsWith(CLASS_PATH)) {
      String resource = uri.substring(CLASS_PATH.length());
      return new ModelLocation.Resource(
          resource.startsWith("/") ? resource.substring(1) : resource);
    }
    if (uri.startsWith(CACHED)) {
      return cached(uri.substring(CACHED.length()), option, session);
    }
    try {
      new Path(uri);
    } catch (IllegalArgumentException e) {
      throw new InvalidSetting(
          OptionReader.named(option),
          "a path, or a URI such as 's3://models/fraud.onnx'",
          "'" + uri + "'",
          "correct it: " + e.getMessage(),
          e);
    }
    return new ModelLocation.FilePath(uri);
  }

  private static ModelLocation cached(
      String path, ConfigOption<String> option, ReadableConfig session) {
    int slash = path.indexOf('/');
    String name = slash < 0 ? path : path.substring(0, slash);
    Map<String, String> registered = registered(session);
    if (!registered.containsKey(name)) {
      throw new InvalidSetting(
          OptionReader.named(option),
          "one of the cached files of 'pipeline.cached-files' " + registered.keySet(),
          "'" + name + "'",
          "SET 'pipeline.cached-files' = 'name:" + name + ",path:\"…\"' first");
    }
    String inside = slash < 0 ? "" : path.substring(slash + 1);
    return new ModelLocation.CachedFile(name, inside, registered.get(name));
  }

  /** Paths of the files of the distributed cache, by name. */
  private static Map<String, String> registered(ReadableConfig session) {
    List<String> files = session.getOptional(PipelineOptions.CACHED_FILES).orElseGet(List::of);
    Map<String, String> registered = new LinkedHashMap<>();
    try {
      DistributedCache.parseCachedFilesFromString(files)
          .forEach(each -> registered.put(each.f0, each.f1.filePath));
    } catch (IllegalArgumentException e) {
      throw new InvalidSetting(
          "'pipeline.cached-files'",
          "entries as name:models,path:\"s3://models\", separated by ';'",
          files.toString(),
          "correct it: " + e.getMessage(),
          e);
    }
    return registered;
  }

  private static String sha256(String text) {
    String digits = text.toLowerCase(Locale.ROOT);
    if (!digits.matches("[0-9a-f]{64}")) {
      throw new InvalidSetting(
          "'checksum'",
          "a SHA-256 as 64 hexadecimal digits",
          "'" + text + "'",
          "take what sha256sum says of the file, or leave it out");
    }
    return digits;
  }

  /**
   * Reads what the model says of itself, and whether it is the one that is wanted.
   *
   * @throws InvalidSetting when it is another one
   * @throws io.pelton.engine.error.PeltonException when it can't be read or imported
   */
  static ModelDescription read(ModelSpec spec, OptionReader options, ClassLoader loader) {
    ModelDescription model;
    try {
      model = ModelDescriptions.INSTANCE.of(spec, loader);
    } catch (ModelChanged e) {
      throw new InvalidSetting(
          "'checksum'",
          "the SHA-256 of model '" + spec.location() + "'",
          e.expected() + ", but its bytes have " + e.found(),
          "correct it, or put the right file there",
          e);
    }
    Optional<String> version = options.text(PeltonModelOptions.MODEL_VERSION);
    if (version.isPresent() && !isVersion(model, version.get())) {
      throw new InvalidSetting(
          "'model-version'",
          "the version of model '" + spec.location() + "'",
          "'"
              + version.get()
              + "', but the file "
              + (model.version().isEmpty()
                  ? "names no version"
                  : "is version '" + model.version() + "'")
              + " and has the SHA-256 "
              + model.sha256(),
          "correct it, or put the right file there");
    }
    return model;
  }

  private static boolean isVersion(ModelDescription model, String wanted) {
    String digits = wanted.toLowerCase(Locale.ROOT);
    return wanted.equals(model.version())
        || (digits.matches("[0-9a-f]{7,64}") && model.sha256().startsWith(digits));
  }
}
