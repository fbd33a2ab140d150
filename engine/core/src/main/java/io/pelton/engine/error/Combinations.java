package io.pelton.engine.error;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Lists dtypes of kernels, such as {@code F16,F16->F16}, by how near they are to those asked for.
 */
final class Combinations {
  /** As many as a reader can take in. */
  private static final int MOST = 12;

  private Combinations() {}

  /** All in order where they are few; else the nearest, and how many more there are. */
  static String describe(String asked, List<String> supported) {
    if (supported.size() <= MOST) {
      return supported.toString();
    }
    List<String> nearest = new ArrayList<>(supported);
    nearest.sort(Comparator.comparingInt(dtypes -> distance(asked, dtypes)));
    return "["
        + String.join(", ", nearest.subList(0, MOST))
        + " and "
        + (supported.size() - MOST)
        + " more]";
  }

  /** Dtypes that differ, place by place. */
  private static int distance(String asked, String dtypes) {
    String[] ours = asked.split("->|,", -1);
    String[] theirs = dtypes.split("->|,", -1);
    int distance = Math.abs(ours.length - theirs.length);
    for (int i = 0; i < Math.min(ours.length, theirs.length); i++) {
      distance += ours[i].equals(theirs[i]) ? 0 : 1;
    }
    return distance;
  }
}
