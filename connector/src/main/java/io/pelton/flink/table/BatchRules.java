package io.pelton.flink.table;

import io.pelton.engine.graph.NamedGraph.Port;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.tensor.Shape;
import io.pelton.flink.BatchPolicy;
import io.pelton.flink.LengthPolicy;
import io.pelton.flink.Truncation;
import io.pelton.flink.error.InvalidSetting;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.flink.configuration.MemorySize;

/** How rows are scored together, as options say it. */
final class BatchRules {
  private static final Duration LONGEST_LINGER = Duration.ofMinutes(1);
  private static final int LEAST_POWER = 8;

  private BatchRules() {}

  /** The most rows of a batch that options and model allow. */
  static int rows(OptionReader options, List<Port> inputs) {
    int rows = options.between(PeltonModelOptions.BATCH_MAX_ROWS, 1, BatchPolicy.LARGEST);
    Optional<Port> single = inputs.stream().filter(BatchRules::takesOneRow).findFirst();
    if (single.isEmpty()) {
      return rows;
    }
    if (options.isGiven(PeltonModelOptions.BATCH_MAX_ROWS) && rows > 1) {
      throw new InvalidSetting(
          "'batch.max-rows'",
          "1, which is all that input '" + single.get() + "' takes",
          Integer.toString(rows),
          "choose 1, or export the model with a symbolic batch axis");
    }
    return 1;
  }

  private static boolean takesOneRow(Port input) {
    if (!(input.type() instanceof TensorType tensor)) {
      return false;
    }
    Shape shape = tensor.shape();
    return shape.isRanked()
        && shape.rank() > 0
        && shape.extent(0).isFixed()
        && shape.extent(0).max() == 1;
  }

  /**
   * @param rows no more than {@link #rows}
   */
  static BatchPolicy batch(OptionReader options, int rows) {
    Duration linger =
        options.between(PeltonModelOptions.BATCH_LINGER, BatchPolicy.SHORTEST, LONGEST_LINGER);
    BatchPolicy policy = BatchPolicy.of(rows, linger);
    Optional<MemorySize> bytes = options.size(PeltonModelOptions.BATCH_MAX_BYTES);
    return bytes.map(policy::withMaxBytes).orElse(policy);
  }

  /**
   * How lists of several lengths are scored together.
   *
   * @param hasText whether lengths are those of texts, which the tokenizer cuts
   */
  static LengthPolicy lengths(OptionReader options, boolean hasText) {
    LengthPolicy policy = padding(options.text(PeltonModelOptions.PADDING).orElse("none"));
    for (String mask : options.get(PeltonModelOptions.PADDING_MASKS)) {
      policy = policy.withMask(mask.strip());
    }
    if (!hasText && options.isGiven(PeltonModelOptions.MAX_LENGTH)) {
      policy =
          policy.withMaxLength(
              options.between(PeltonModelOptions.MAX_LENGTH, 1, LengthPolicy.UNLIMITED - 1),
              options.find(PeltonModelOptions.TRUNCATION).orElse(Truncation.REFUSE));
    } else if (!hasText && options.isGiven(PeltonModelOptions.TRUNCATION)) {
      throw new InvalidSetting(
          "'truncation'",
          "'max-length' beside it",
          "nothing",
          "give the most elements that the model takes, or leave it out");
    }
    return policy.withMaxElements(
        options.between(PeltonModelOptions.BATCH_MAX_ELEMENTS, 1, Integer.MAX_VALUE));
  }

  private static LengthPolicy padding(String text) {
    String plain = text.toLowerCase(Locale.ROOT);
    if (plain.equals("none")) {
      return LengthPolicy.exact();
    }
    if (plain.equals("powers-of-two")) {
      return LengthPolicy.powersOfTwo(LEAST_POWER);
    }
    try {
      int[] ends =
          Arrays.stream(plain.split(";")).map(String::strip).mapToInt(Integer::parseInt).toArray();
      return LengthPolicy.buckets(ends);
    } catch (NumberFormatException e) {
      throw invalidPadding(text, e);
    } catch (InvalidSetting e) {
      throw invalidPadding(text, e);
    }
  }

  private static InvalidSetting invalidPadding(String text, RuntimeException cause) {
    return new InvalidSetting(
        "'padding'",
        "'none', 'powers-of-two', or lengths of 1 to "
            + LengthPolicy.LARGEST
            + " that grow, separated by ';'",
        "'" + text + "'",
        "correct it, or leave it out for none",
        cause);
  }
}
