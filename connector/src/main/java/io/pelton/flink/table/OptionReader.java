package io.pelton.flink.table;

import io.pelton.flink.error.InvalidSetting;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.MemorySize;

/** Reads options and holds them against their rules, with messages that name them. */
final class OptionReader {
  private final Configuration values;

  OptionReader(Map<String, String> values) {
    this.values = Configuration.fromMap(values);
  }

  /** The value, or the option's default; null where it has none. */
  <T> T get(ConfigOption<T> option) {
    return read(option, values);
  }

  static <T> T read(ConfigOption<T> option, Configuration values) {
    try {
      return values.get(option);
    } catch (IllegalArgumentException e) {
      throw new InvalidSetting(
          named(option),
          ModelOption.of(option.key()).map(ModelOption::type).orElse("another value"),
          "'" + values.toMap().get(option.key()) + "'",
          remedy("correct it", option),
          e);
    }
  }

  <T> Optional<T> find(ConfigOption<T> option) {
    return Optional.ofNullable(get(option));
  }

  boolean isGiven(ConfigOption<?> option) {
    return values.containsKey(option.key());
  }

  /** A text, which must not be blank where it is given. */
  Optional<String> text(ConfigOption<String> option) {
    Optional<String> text = find(option);
    if (text.isPresent() && text.get().isBlank()) {
      throw new InvalidSetting(
          named(option), "a text", "'" + text.get() + "'", remedy("give one", option));
    }
    return text.map(String::strip);
  }

  int between(ConfigOption<Integer> option, int least, int most) {
    int value = get(option);
    if (value < least || value > most) {
      throw new InvalidSetting(
          named(option),
          least + " to " + most,
          Integer.toString(value),
          remedy("choose a number in between", option));
    }
    return value;
  }

  Duration between(ConfigOption<Duration> option, Duration least, Duration most) {
    Duration value = get(option);
    if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
      throw new InvalidSetting(
          named(option),
          shown(least) + " to " + shown(most),
          shown(value),
          remedy("choose a duration in between", option));
    }
    return value;
  }

  Optional<MemorySize> size(ConfigOption<MemorySize> option) {
    Optional<MemorySize> size = find(option);
    if (size.isPresent() && size.get().getBytes() == 0) {
      throw new InvalidSetting(
          named(option), "more than nothing", "'0'", remedy("give more", option));
    }
    return size;
  }

  private static String shown(Duration duration) {
    return duration.toMillis() + " ms";
  }

  /** As it would be written. */
  private static String shown(Object standard) {
    if (standard instanceof Duration duration) {
      return shown(duration);
    }
    return standard instanceof Enum<?> named
        ? named.toString().toLowerCase(Locale.ROOT)
        : standard.toString();
  }

  static String named(ConfigOption<?> option) {
    return "'" + option.key() + "'";
  }

  private static String remedy(String change, ConfigOption<?> option) {
    if (!option.hasDefaultValue()) {
      return change + ", or leave it out";
    }
    Object standard = option.defaultValue();
    return change + ", or leave it out for " + shown(standard);
  }
}
