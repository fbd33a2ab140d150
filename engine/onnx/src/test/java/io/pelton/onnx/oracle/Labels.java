package io.pelton.onnx.oracle;

import static io.pelton.onnx.TestAttributes.integers;
import static io.pelton.onnx.TestAttributes.texts;

import ai.onnx.proto.OnnxMl.AttributeProto;
import java.util.List;

/** Draws the labels of classifiers. */
final class Labels {
  private static final List<Long> NUMBERS = List.of(0L, 1L, 2L, 3L, -1L, 7L, 42L, -9L);

  private static final List<String> TEXTS =
      List.of("no", "yes", "", "maybe", "ä ö", "漢字", "0", "1");

  private Labels() {}

  /** Different labels under one of the two names. */
  static AttributeProto draw(Draw draw, int classes, String integers, String strings) {
    if (draw.chance(classes == 1 ? 0.05 : 0.5)) {
      List<String> texts = draw.sample(classes, TEXTS);
      return texts(strings, texts.toArray(new String[0]));
    }
    boolean isPlain = draw.chance(0.5);
    List<Long> numbers = isPlain ? NUMBERS.subList(0, classes) : draw.sample(classes, NUMBERS);
    return integers(
        integers,
        (isPlain && classes > 4 ? draw.sample(classes, NUMBERS) : numbers)
            .stream().mapToLong(Long::longValue).toArray());
  }
}
