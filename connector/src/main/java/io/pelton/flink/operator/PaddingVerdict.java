package io.pelton.flink.operator;

import java.util.List;

/**
 * Whether a model masks padding.
 *
 * @param isMasked whether padded rows have the bits of rows that are not
 * @param axes one an output: the axis of lists with which its second axis grows, -1 for none; empty
 *     where padding is not masked
 * @param reason why it is not masked, empty where it is
 */
record PaddingVerdict(boolean isMasked, List<Integer> axes, String reason) {
  static final PaddingVerdict NOT_WANTED = unmasked("it is not asked for");

  static PaddingVerdict unmasked(String reason) {
    return new PaddingVerdict(false, List.of(), reason);
  }

  static PaddingVerdict masked(List<Integer> axes) {
    return new PaddingVerdict(true, List.copyOf(axes), "");
  }
}
