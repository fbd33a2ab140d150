package io.pelton.examples.cli.verify;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A case of the standard's own tests, as their list describes it.
 *
 * @param operators that occur, with their domain where it is not the default one
 * @param types of inputs and outputs, without their shapes
 */
record StandardCase(String name, Set<String> operators, Set<String> types) {
  /** What is not supported yet, by how its operators' names begin. */
  private static final Map<String, List<String>> NOT_YET =
      Map.of(
          "sequences", List.of("Sequence", "ConcatFromSequence", "SplitToSequence"),
          "optionals", List.of("Optional"),
          "attention", List.of("Attention", "LinearAttention", "RotaryEmbedding"),
          "quantized", List.of("QuantizeLinear", "DequantizeLinear", "QLinearMatMul"),
          "not of the standard", List.of("ai.onnx.preview", "com.microsoft"),
          "images", List.of("ImageDecoder"));

  private static final Pattern VALUES = Pattern.compile("(seq|opt|map)\\b.*");

  /** Floats of 8 and 4 bits, and integers of 4 and 2. */
  private static final Pattern NARROW = Pattern.compile("(f8|f4)e.*|[iu][42]");

  private static final Pattern TYPE = Pattern.compile("[a-z]+[a-z0-9]*(?=[\\[(])");

  /** The list's cases by folder and name. */
  static Map<String, StandardCase> of(Path suite) throws IOException {
    Map<String, StandardCase> cases = new LinkedHashMap<>();
    List<String> lines = Files.readAllLines(suite.resolve("manifest.tsv"));
    for (String line : lines.subList(1, lines.size())) {
      String[] cells = line.split("\t", -1);
      String name = cells[0] + "/" + cells[1];
      Set<String> operators =
          Arrays.stream(cells[2].split(",", -1))
              .map(operator -> operator.replaceFirst("(?<!:):\\d+$", ""))
              .collect(Collectors.toSet());
      Set<String> types =
          Stream.of(cells[4], cells[5])
              .flatMap(list -> TYPE.matcher(list).results())
              .map(MatchResult::group)
              .collect(Collectors.toSet());
      cases.put(name, new StandardCase(name, operators, types));
    }
    return cases;
  }

  /** Why it need not be supported yet; empty where it has to pass. */
  Optional<String> exemption() {
    if (types.stream().anyMatch(type -> VALUES.matcher(type).matches())) {
      return Optional.of("sequences and optionals as inputs or outputs");
    }
    if (types.stream().anyMatch(type -> NARROW.matcher(type).matches())) {
      return Optional.of("elements of a few bits");
    }
    return NOT_YET.entrySet().stream()
        .filter(entry -> entry.getValue().stream().anyMatch(this::hasOperator))
        .map(Map.Entry::getKey)
        .findFirst();
  }

  /** True where the standard leaves the numbers open. */
  boolean isRandom() {
    return Stream.of("Bernoulli", "Random", "Multinomial").anyMatch(this::hasOperator)
        || name.contains("training_dropout");
  }

  private boolean hasOperator(String start) {
    return operators.stream().anyMatch(operator -> operator.startsWith(start));
  }
}
