package io.pelton.cpu.vector.tree;

import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * Which rows come by which nodes of a tree: bit 7 of byte {@code n * LANES + r} says so of node n
 * and row r. The other bits have no meaning; bytes are joined as parts of integers.
 */
final class Paths {
  private static final VectorSpecies<Byte> BYTES = ByteVector.SPECIES_PREFERRED;

  static final int LANES = BYTES.length();

  private static final int LOWEST_BITS = 0x01010101;

  private Paths() {}

  /** Sends the rows at each of {@code count} nodes on to one of its successors. */
  static void split(
      int[] entries, byte[] indices, int at, int count, byte[] ranks, byte[] paths) {
    for (int node = 0; node < count; node++) {
      IntVector rows = load(paths, node);
      IntVector above = rows.and(above(entries[at + node], indices[at + node], ranks));
      store(above, paths, 2 * node + 2);
      store(rows.lanewise(VectorOperators.XOR, above), paths, 2 * node + 1);
    }
  }

  /**
   * Asks the nodes of the last level, which are half of the {@code count} nodes, and one more.
   *
   * @param leaves receives the lowest bit of the leaf's number, by row
   */
  static void last(
      int[] entries, byte[] indices, int at, int count, byte[] ranks, byte[] paths, byte[] leaves) {
    IntVector bits = load(paths, 0).and(0);
    for (int node = count >> 1; node < count; node++) {
      bits = bits.or(load(paths, node).and(above(entries[at + node], indices[at + node], ranks)));
    }
    store(bits.lanewise(VectorOperators.LSHR, 7).and(LOWEST_BITS), leaves, 0);
  }

  /** Adds the other bits: whether the rows come by second successors, level by level. */
  static void join(byte[] paths, int depth, byte[] leaves) {
    IntVector all = load(leaves, 0);
    for (int level = 1; level < depth; level++) {
      int shift = depth - level;
      int end = (2 << level) - 1;
      IntVector bits = load(paths, 1 << level);
      for (int node = (1 << level) + 2; node < end; node += 2) {
        bits = bits.or(load(paths, node));
      }
      all =
          all.or(bits.lanewise(VectorOperators.LSHR, 7 - shift).and(LOWEST_BITS << shift));
    }
    store(all, leaves, 0);
  }

  /** Bit 7 is set where the rank is above the index: both are below 128. */
  private static IntVector above(int entry, byte index, byte[] ranks) {
    return ByteVector.broadcast(BYTES, index)
        .sub(ByteVector.fromArray(BYTES, ranks, entry * LANES))
        .reinterpretAsInts();
  }

  private static IntVector load(byte[] bytes, int node) {
    return ByteVector.fromArray(BYTES, bytes, node * LANES).reinterpretAsInts();
  }

  private static void store(IntVector vector, byte[] bytes, int node) {
    vector.reinterpretAsBytes().intoArray(bytes, node * LANES);
  }
}
