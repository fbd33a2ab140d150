package io.pelton.arrow;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.HeapStorage;
import java.util.List;
import java.util.Map;

/**
 * How lists are cut that are too long, and what follows those that are too short.
 *
 * @param maxLength elements that are left of a longer list
 * @param keepsEnd whether these are its last ones, rather than its first
 * @param pads what follows lists, by input: a Long, a Double or a String; 0 or an empty string at
 *     inputs that are not mentioned
 */
public record ListPadding(int maxLength, boolean keepsEnd, Map<String, Object> pads) {
  public ListPadding {
    pads = Map.copyOf(pads);
  }

  /** Cuts nothing, pads with 0 and empty strings. */
  public static ListPadding none() {
    return new ListPadding(Integer.MAX_VALUE, false, Map.of());
  }

  /**
   * Holds the values against the inputs they are for.
   *
   * @throws BindingMismatch for a value that an element of its input can't be, and for one without
   *     an input
   */
  public void check(List<ModelInput> inputs) {
    for (Map.Entry<String, Object> pad : pads.entrySet()) {
      ModelInput input =
          inputs.stream()
              .filter(each -> each.name().equals(pad.getKey()))
              .findFirst()
              .orElseThrow(
                  () ->
                      new BindingMismatch(
                          pad.getKey(),
                          "",
                          "one of the model's inputs " + inputs,
                          "a padding value for another",
                          "correct its name"));
      PackedValue.obstacle(input.dtype(), pad.getValue())
          .ifPresent(
              expected -> {
                throw new BindingMismatch(
                    input.name(),
                    "",
                    expected + " to pad with",
                    pad.getValue().toString(),
                    "choose another");
              });
    }
  }

  /** The value that follows the lists of an input of numbers. */
  HeapStorage number(ModelInput input) {
    return PackedValue.of(input.dtype(), (Number) pads.getOrDefault(input.name(), 0L));
  }

  /** The value that follows the lists of an input of strings. */
  String text(ModelInput input) {
    return input.dtype() == DType.STRING ? (String) pads.getOrDefault(input.name(), "") : "";
  }
}
