package io.pelton.cpu.kernel;

import io.pelton.cpu.block.ArrayBlocks;
import io.pelton.cpu.block.Blocks;
import io.pelton.cpu.block.Lane;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.kernel.PackedWeights;
import io.pelton.engine.tensor.MemorySpace;

/** Operands that hardly change, read as a whole or part by part. */
public final class Weights {
  private record Packed(Object array, long byteLength) implements PackedWeights {}

  private Weights() {}

  /**
   * All elements of an operand in row-major order, as one block. A constant that does not lie like
   * that is packed once and shared by all executables.
   */
  public static <A> Blocks<A> of(NodeSpec node, Operand operand, Lane<A> lane) {
    return of(node, operand, lane, Math.toIntExact(operand.layout().elements()));
  }

  /**
   * {@link #of(NodeSpec, Operand, Lane)} in parts.
   *
   * @param capacity elements of the longest part that is read
   */
  @SuppressWarnings("unchecked")
  public static <A> Blocks<A> of(NodeSpec node, Operand operand, Lane<A> lane, int capacity) {
    int size = Math.toIntExact(operand.layout().elements());
    boolean lies = operand.layout().isContiguous() && lane.holds(operand.dtype());
    return operand
        .constant()
        .filter(tensor -> !lies || !tensor.storage().space().equals(MemorySpace.HEAP))
        .map(tensor -> node.prepared(tensor, Packed.class, () -> pack(operand, size, lane)))
        .<Blocks<A>>map(packed -> new ArrayBlocks<>((A) packed.array()))
        .orElseGet(() -> lane.blocks(operand, operand.layout(), capacity));
  }

  private static <A> Packed pack(Operand operand, int size, Lane<A> lane) {
    return new Packed(lane.copy(operand, operand.layout()), lane.bytes(size));
  }
}
