package io.pelton.flink.table;

import io.pelton.arrow.NullPolicy;
import io.pelton.engine.graph.NamedGraph.Port;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.tensor.DType;
import io.pelton.flink.error.InvalidSetting;
import io.pelton.flink.table.schema.NameMapping;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What becomes of nulls, as options say it.
 *
 * @param inputs with a policy of their own
 * @param others the policy of all others
 */
record NullRules(Map<String, NullPolicy> inputs, NullPolicy others) {
  private static final Pattern DEFAULT = Pattern.compile("default\\((.*)\\)", Pattern.DOTALL);

  /**
   * @param ports inputs that take columns
   * @throws InvalidSetting naming the option and its rule
   */
  static NullRules of(OptionReader options, List<Port> ports) {
    Map<String, NullPolicy> inputs = new LinkedHashMap<>();
    NullHandling handling = options.get(PeltonModelOptions.NULL_HANDLING);
    if (handling == NullHandling.DEFAULT) {
      String value = value(options);
      ports.forEach(
          port ->
              inputs.put(
                  port.name(), defaultOf(port, value, PeltonModelOptions.NULL_DEFAULT.key())));
    } else if (options.isGiven(PeltonModelOptions.NULL_DEFAULT)) {
      throw new InvalidSetting(
          OptionReader.named(PeltonModelOptions.NULL_DEFAULT),
          "'null-handling' = 'default' beside it",
          "'" + handling.name().toLowerCase(Locale.ROOT) + "'",
          "set that, or leave it out");
    }
    options.text(PeltonModelOptions.NULL_INPUTS).ifPresent(text -> inputs.putAll(own(text, ports)));
    return new NullRules(
        inputs, handling == NullHandling.DEFAULT ? NullPolicy.standard() : plain(handling));
  }

  /** What becomes of a text that is null; what is for numbers only is no matter of texts. */
  static NullPolicy ofText(OptionReader options) {
    return switch (options.get(PeltonModelOptions.NULL_HANDLING)) {
      case STANDARD, NAN, FAIL -> NullPolicy.fail();
      case DROP -> NullPolicy.drop();
      case DEFAULT -> NullPolicy.defaultValue(value(options));
    };
  }

  private static String value(OptionReader options) {
    String value = options.get(PeltonModelOptions.NULL_DEFAULT);
    if (value == null) {
      throw new InvalidSetting(
          OptionReader.named(PeltonModelOptions.NULL_DEFAULT),
          "a value, as 'null-handling' is 'default'",
          "nothing",
          "give one, or choose 'null-handling' among 'standard', 'fail', 'nan' and 'drop'");
    }
    return value;
  }

  private static NullPolicy plain(NullHandling handling) {
    return switch (handling) {
      case STANDARD, DEFAULT -> NullPolicy.standard();
      case FAIL -> NullPolicy.fail();
      case NAN -> NullPolicy.nan();
      case DROP -> NullPolicy.drop();
    };
  }

  private static Map<String, NullPolicy> own(String text, List<Port> ports) {
    String option = PeltonModelOptions.NULL_INPUTS.key();
    Map<String, NullPolicy> policies = new LinkedHashMap<>();
    NameMapping.parse(option, text)
        .forEach((input, values) -> policies.put(input, own(input, values, ports)));
    return policies;
  }

  private static NullPolicy own(String input, List<String> values, List<Port> ports) {
    String option = PeltonModelOptions.NULL_INPUTS.key();
    Port port =
        ports.stream()
            .filter(each -> each.name().equals(input))
            .findFirst()
            .orElseThrow(
                () ->
                    new InvalidSetting(
                        "'" + option + "'",
                        "inputs that take a column " + ports.stream().map(Port::name).toList(),
                        "'" + input + "'",
                        "name some of these"));
    String value = String.join(",", values);
    Matcher withDefault = DEFAULT.matcher(value);
    if (withDefault.matches()) {
      return defaultOf(port, withDefault.group(1), option);
    }
    return Arrays.stream(NullHandling.values())
        .filter(each -> each != NullHandling.DEFAULT && each.name().equalsIgnoreCase(value))
        .findFirst()
        .map(NullRules::plain)
        .orElseThrow(
            () ->
                new InvalidSetting(
                    "'" + option + "'",
                    "standard, fail, nan, drop or default(…) for input '" + input + "'",
                    "'" + value + "'",
                    "choose one of these"));
  }

  private static NullPolicy defaultOf(Port port, String value, String option) {
    DType dtype = port.type() instanceof TensorType tensor ? tensor.dtype() : DType.STRING;
    String plain = value.strip();
    try {
      if (dtype == DType.STRING) {
        return NullPolicy.defaultValue(value);
      }
      if (dtype == DType.BOOL && (plain.equalsIgnoreCase("true") || plain.equals("1"))) {
        return NullPolicy.defaultValue(1L);
      }
      if (dtype == DType.BOOL && (plain.equalsIgnoreCase("false") || plain.equals("0"))) {
        return NullPolicy.defaultValue(0L);
      }
      return dtype.isFloat()
          ? NullPolicy.defaultValue(Double.parseDouble(plain))
          : NullPolicy.defaultValue(Long.parseLong(plain));
    } catch (NumberFormatException e) {
      throw new InvalidSetting(
          "'" + option + "'",
          kind(dtype) + " for input '" + port + "'",
          "'" + value + "'",
          "correct it, or give inputs of another type a value of their own with"
              + " 'null-handling.inputs'",
          e);
    }
  }

  private static String kind(DType dtype) {
    if (dtype == DType.BOOL) {
      return "true or false";
    }
    return dtype.isFloat() ? "a number" : "a whole number";
  }
}
