package io.pelton.flink.model;

import io.pelton.engine.graph.NamedGraph.Port;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import io.pelton.flink.error.InvalidSetting;
import java.io.Serializable;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.flink.annotation.Internal;

/**
 * Which of a model's inputs take what of a text.
 *
 * @param ids of the tokens; empty for the input of the usual name
 * @param mask 1 for tokens and 0 for padding; empty for the input of the usual name, or none
 * @param types of the tokens; empty for the input of the usual name, or none
 */
@Internal
public record TextInputs(String ids, String mask, String types) implements Serializable {
  /** The inputs of the names that exporters of language models give. */
  public static final TextInputs USUAL = new TextInputs("", "", "");

  private static final List<String> IDS = List.of("input_ids", "ids", "tokens");
  private static final List<String> MASKS = List.of("attention_mask", "input_mask", "mask");
  private static final List<String> TYPES = List.of("token_type_ids", "segment_ids", "types");

  /**
   * The same with the names of this model's inputs, where empty means that it has none.
   *
   * @throws InvalidSetting for an input that the model does not have, or that takes something else
   */
  public TextInputs of(List<Port> ports) {
    String found = find(ids, IDS, ports);
    if (found.isEmpty()) {
      throw new InvalidSetting(
          "tokenizer",
          "a model with an input for token ids, named as one of " + IDS,
          "the inputs " + ports,
          "say which it is with tokenizer.inputs, as ids=" + name(ports));
    }
    checkIds("ids", found, ports);
    String typesFound = find(types, TYPES, ports);
    if (!typesFound.isEmpty()) {
      checkIds("types", typesFound, ports);
    }
    String maskFound = maskOf(ports).map(Port::name).orElse("");
    return new TextInputs(found, maskFound, typesFound);
  }

  /** Names of the inputs, as far as they are known. */
  public List<String> names() {
    return Stream.of(ids, mask, types).filter(name -> !name.isEmpty()).toList();
  }

  /** The length of all lists of ids, where the model takes no other; 0 where it does. */
  public int fixedLength(List<Port> ports) {
    return length(ports).filter(Extent::isFixed).map(Extent::max).map(Math::toIntExact).orElse(0);
  }

  /**
   * The longest list of ids that the model says it takes.
   *
   * @param most no more than that
   */
  public int longest(List<Port> ports, int most) {
    return length(ports).map(length -> (int) Math.min(length.max(), most)).orElse(most);
  }

  private Optional<Extent> length(List<Port> ports) {
    return ports.stream()
        .filter(port -> port.name().equals(ids))
        .map(port -> ((TensorType) port.type()).shape())
        .filter(Shape::isRanked)
        .map(shape -> shape.extent(1))
        .findFirst();
  }

  private static String name(List<Port> ports) {
    return ports.isEmpty() ? "name" : ports.get(0).name();
  }

  /**
   * The input for the mask; empty where the model has none.
   *
   * @throws InvalidSetting as {@link #of} does
   */
  Optional<Port> maskOf(List<Port> ports) {
    String found = find(mask, MASKS, ports);
    return ports.stream()
        .filter(port -> port.name().equals(found))
        .findFirst()
        .map(port -> checked("mask", port, isMask(port), "numbers or truth values [N,L]"));
  }

  private static String find(String given, List<String> usual, List<Port> ports) {
    List<String> names = ports.stream().map(Port::name).toList();
    if (given.isEmpty()) {
      return usual.stream().filter(names::contains).findFirst().orElse("");
    }
    if (!names.contains(given)) {
      throw new InvalidSetting(
          "tokenizer.inputs",
          "one of the model's inputs " + names,
          "'" + given + "'",
          "name one of these");
    }
    return given;
  }

  private static void checkIds(String role, String name, List<Port> ports) {
    for (Port port : ports) {
      if (port.name().equals(name)) {
        checked(role, port, isIds(port), "int64 or int32 [N,L]");
      }
    }
  }

  private static Port checked(String role, Port port, boolean suits, String expected) {
    if (!suits) {
      throw new InvalidSetting(
          "tokenizer.inputs",
          "an input of " + expected + " for the " + role + " of tokens",
          "'" + port + "'",
          "name another one, or leave tokenizer out where the model takes no tokens");
    }
    return port;
  }

  private static boolean isIds(Port port) {
    return port.type() instanceof TensorType type
        && (type.dtype() == DType.I64 || type.dtype() == DType.I32)
        && isMatrix(type);
  }

  private static boolean isMask(Port port) {
    return port.type() instanceof TensorType type
        && (type.dtype().isNumeric() || type.dtype() == DType.BOOL)
        && isMatrix(type);
  }

  private static boolean isMatrix(TensorType type) {
    return !type.shape().isRanked() || type.shape().rank() == 2;
  }
}
