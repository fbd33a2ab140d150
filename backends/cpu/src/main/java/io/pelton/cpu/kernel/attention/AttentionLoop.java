package io.pelton.cpu.kernel.attention;

import io.pelton.cpu.block.Output;
import io.pelton.engine.kernel.Call;

/**
 * A way to compute attentions; all give the same bits.
 *
 * @param <A> {@code float[]} or {@code double[]}
 */
@FunctionalInterface
public interface AttentionLoop<A> {
  /**
   * @param out takes blocks of as many queries as the loop writes at once
   */
  Call bind(AttentionShape shape, AttentionOperands<A> operands, Output<A> out, Scores<A> scores);
}
