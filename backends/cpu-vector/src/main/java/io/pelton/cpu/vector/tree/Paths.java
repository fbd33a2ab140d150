package io.pelton.cpu.vector.tree;

import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * Which rows come by which nodes of a tree: bit 7 of byte {@code n * LANES + r} says so of node n
 * and row r. The other bits have no meaning. Two levels are taken at once, so that only every other
 * level's paths go through memory, and by one method for all of them: more would not be inlined.
 */
final class Paths {
  private static final VectorSpecies<Byte> BYTES = ByteVector.SPECIES_PREFERRED;

  static final int LANES = BYTES.length();

  private static final int LOWEST_BITS = 0x01010101;

  private Paths() {}

  /**
   * Sends the rows at a level's nodes on to the successors' successors.
   *
   * @param at where the tree starts in {@code entries} and {@code indices}
   * @param shift bits of the leaves' numbers that are found after these two
   * @param leaves gets two more bits
   */
  static void split(
      int[] entries,
      byte[] indices,
      int at,
      int level,
      int shift,
      byte[] ranks,
      byte[] paths,
      byte[] leaves) {
    ByteVector upper = ByteVector.zero(BYTES);
    ByteVector lower = ByteVector.zero(BYTES);
    int from = (1 << level) - 1;
    for (int node = from; node <= 2 * from; node++) {
      int child = 2 * node + 1;
      ByteVector rows = load(paths, node);
      ByteVector second = rows.and(above(entries[at + node], indices[at + node], ranks));
      ByteVector first = rows.lanewise(VectorOperators.XOR, second);
      ByteVector fourth =
          second.and(above(entries[at + child + 1], indices[at + child + 1], ranks));
      ByteVector other = first.and(above(entries[at + child], indices[at + child], ranks));
      upper = upper.or(second);
      lower = lower.or(fourth).or(other);
      if (shift > 0) {
        first.lanewise(VectorOperators.XOR, other).intoArray(paths, (2 * child + 1) * LANES);
        other.intoArray(paths, (2 * child + 2) * LANES);
        second.lanewise(VectorOperators.XOR, fourth).intoArray(paths, (2 * child + 3) * LANES);
        fourth.intoArray(paths, (2 * child + 4) * LANES);
      }
    }
    upper.intoArray(leaves, (shift + 1) * LANES);
    lower.intoArray(leaves, shift * LANES);
  }

  /**
   * Joins the bits that were found for every level to the leaves' numbers.
   *
   * @param leaves by bit; the first {@code LANES} bytes receive the numbers
   */
  static void join(byte[] leaves, int depth) {
    ByteVector all = ByteVector.zero(BYTES);
    for (int bit = 0; bit < depth; bit++) {
      all =
          all.or(
              load(leaves, bit)
                  .reinterpretAsInts()
                  .lanewise(VectorOperators.LSHR, 7 - bit)
                  .and(LOWEST_BITS << bit)
                  .reinterpretAsBytes());
    }
    all.intoArray(leaves, 0);
  }

  /** Bit 7 is set where the rank is above the index: both are below 128. */
  private static ByteVector above(int entry, byte index, byte[] ranks) {
    return ByteVector.broadcast(BYTES, index).sub(load(ranks, entry));
  }

  private static ByteVector load(byte[] bytes, int node) {
    return ByteVector.fromArray(BYTES, bytes, node * LANES);
  }
}
