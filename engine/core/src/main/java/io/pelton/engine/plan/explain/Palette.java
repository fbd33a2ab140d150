package io.pelton.engine.plan.explain;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** A colour for each device, in order of first use. */
final class Palette {
  private static final String[] FIRST = {
    "#cfe2f3", "#fce0b8", "#d5ecd0", "#ead1f0", "#f6c9c9", "#cdeef0"
  };

  /** Hues a golden angle apart stay far from their neighbours. */
  private static final double GOLDEN_ANGLE = 137.508;

  private final Map<String, String> colours = new LinkedHashMap<>();

  String of(String device) {
    return colours.computeIfAbsent(device, key -> colour(colours.size()));
  }

  private static String colour(int index) {
    return index < FIRST.length
        ? FIRST[index]
        : String.format(Locale.ROOT, "hsl(%.0f,55%%,82%%)", index * GOLDEN_ANGLE % 360);
  }

  Map<String, String> known() {
    return Collections.unmodifiableMap(colours);
  }
}
