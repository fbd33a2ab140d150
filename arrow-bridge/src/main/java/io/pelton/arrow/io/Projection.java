package io.pelton.arrow.io;

import org.apache.arrow.vector.types.pojo.Schema;

/** Which columns of a file to read, told from its schema. */
@FunctionalInterface
public interface Projection {
  /**
   * @param schema all columns of the file
   * @return positions of the columns to read, in the order in which the batches shall have them,
   *     each at most once; none reads no more than numbers of rows
   */
  int[] columns(Schema schema);
}
