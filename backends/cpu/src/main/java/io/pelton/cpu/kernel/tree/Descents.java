package io.pelton.cpu.kernel.tree;

/** Makes descents that ask every node of a tree for as many rows as there are lanes. */
public interface Descents {
  /** Rows that one instruction compares; 0 where walking node by node is all there is. */
  int lanes();

  /**
   * @param forest of the same lanes
   */
  Descent of(LaneForest forest);

  /** Walks node by node. */
  Descents NONE =
      new Descents() {
        @Override
        public int lanes() {
          return 0;
        }

        @Override
        public Descent of(LaneForest forest) {
          throw new IllegalStateException("no lanes");
        }
      };
}
