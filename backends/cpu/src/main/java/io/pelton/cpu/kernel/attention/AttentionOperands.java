package io.pelton.cpu.kernel.attention;

import io.pelton.cpu.block.Blocks;
import io.pelton.cpu.block.Lane;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.Layout;

/**
 * Operands in the order in which they are needed.
 *
 * @param queries a block is one query, or some of a head
 * @param keys a block is a head's keys, transposed: [D, N]
 * @param untransposedKeys a block is a head's keys: [N, D]
 * @param areKeysTransposed keys lie in memory as {@code keys} reads them
 * @param values a block is a head's values: [N, E]
 */
public record AttentionOperands<A>(
    Blocks<A> queries,
    Blocks<A> keys,
    Blocks<A> untransposedKeys,
    boolean areKeysTransposed,
    Blocks<A> values) {
  static <A> AttentionOperands<A> of(
      Operand[] in, long batch, AttentionShape shape, int block, Lane<A> lane) {
    Layout straight = withBatch(in[1], batch);
    Layout turned = straight.permute(0, 1, 3, 2);
    int size = shape.keys() * shape.features();
    return new AttentionOperands<>(
        lane.blocks(in[0], withBatch(in[0], batch), block * shape.features()),
        lane.blocks(in[1], turned, size),
        lane.blocks(in[1], straight, size),
        straight.stride(3) != 1,
        lane.blocks(in[2], withBatch(in[2], batch), shape.keys() * shape.outputs()));
  }

  private static Layout withBatch(Operand operand, long batch) {
    long[] dims = operand.layout().dims();
    dims[0] = batch;
    return operand.layout().broadcastTo(dims);
  }
}
