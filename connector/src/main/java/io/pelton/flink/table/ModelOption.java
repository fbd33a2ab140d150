package io.pelton.flink.table;

import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.flink.annotation.Internal;
import org.apache.flink.configuration.ConfigOption;

/**
 * An option with what its description does not say.
 *
 * @param type of its values, in words
 * @param isPerQuery whether a query may give it another value
 */
@Internal
public record ModelOption(ConfigOption<?> option, String type, boolean isPerQuery) {
  private static final String TEXT = "String";
  private static final String NUMBER = "Integer";
  private static final String SIZE = "MemorySize, as '64 mb'";
  private static final String DURATION = "Duration, as '20 ms'";
  private static final String TRUTH = "Boolean";

  private static final List<ModelOption> ALL =
      List.of(
          ofModel(PeltonModelOptions.MODEL, TEXT),
          ofModel(PeltonModelOptions.MODEL_VERSION, TEXT),
          ofModel(PeltonModelOptions.CHECKSUM, TEXT),
          ofModel(PeltonModelOptions.INPUT_MAPPING, TEXT),
          ofModel(PeltonModelOptions.OUTPUT_MAPPING, TEXT),
          perQuery(PeltonModelOptions.NULL_HANDLING, "standard, fail, nan, drop or default"),
          perQuery(PeltonModelOptions.NULL_DEFAULT, TEXT),
          perQuery(PeltonModelOptions.NULL_INPUTS, TEXT),
          perQuery(PeltonModelOptions.ERROR_HANDLING, "fail, null or skip"),
          perQuery(PeltonModelOptions.BATCH_MAX_ROWS, NUMBER),
          perQuery(PeltonModelOptions.BATCH_MAX_BYTES, SIZE),
          perQuery(PeltonModelOptions.BATCH_LINGER, DURATION),
          perQuery(PeltonModelOptions.BATCH_MAX_ELEMENTS, NUMBER),
          ofModel(PeltonModelOptions.PADDING, TEXT),
          ofModel(PeltonModelOptions.PADDING_MASKS, "List of String"),
          ofModel(PeltonModelOptions.MAX_LENGTH, NUMBER),
          ofModel(PeltonModelOptions.TRUNCATION, "refuse, first or last"),
          ofModel(PeltonModelOptions.TOKENIZER, TEXT),
          ofModel(PeltonModelOptions.TOKENIZER_COLUMN, TEXT),
          ofModel(PeltonModelOptions.TOKENIZER_INPUTS, TEXT),
          ofModel(PeltonModelOptions.POOLING, "none, mean, max, cls or last"),
          ofModel(PeltonModelOptions.NORMALIZE, TRUTH),
          ofModel(PeltonModelOptions.DEVICE, TEXT),
          ofModel(PeltonModelOptions.DEVICE_RESOURCE, TEXT),
          perQuery(PeltonModelOptions.EXECUTION_THREADS, NUMBER),
          perQuery(PeltonModelOptions.EXECUTION_WORKERS, NUMBER),
          perQuery(PeltonModelOptions.MEMORY_LIMIT, SIZE),
          ofModel(PeltonModelOptions.WARM_UP, DURATION),
          ofModel(PeltonModelOptions.KEEP_LOADED, DURATION),
          ofModel(PeltonModelOptions.ALLOW_ROW_MIXING, TRUTH));

  private static ModelOption ofModel(ConfigOption<?> option, String type) {
    return new ModelOption(option, type, false);
  }

  private static ModelOption perQuery(ConfigOption<?> option, String type) {
    return new ModelOption(option, type, true);
  }

  /** All of them, in the order of the documentation. */
  public static List<ModelOption> all() {
    return ALL;
  }

  static Optional<ModelOption> of(String key) {
    return ALL.stream().filter(known -> known.key().equals(key)).findFirst();
  }

  /** The keys of all, or of those that queries may give. */
  static TreeSet<String> keys(boolean onlyPerQuery) {
    return ALL.stream()
        .filter(known -> known.isPerQuery || !onlyPerQuery)
        .map(ModelOption::key)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  public String key() {
    return option.key();
  }
}
