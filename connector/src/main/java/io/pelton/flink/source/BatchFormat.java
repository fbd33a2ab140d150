package io.pelton.flink.source;

import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.io.BatchReader;
import java.util.List;
import org.apache.arrow.vector.types.pojo.Schema;

/** A kind of file: how one is cut into pieces that readers share, and how a piece is read. */
interface BatchFormat {
  /**
   * A run of a file, in units that the format chooses.
   *
   * @param end the unit after the last one
   * @param rows in it; 0 where they were not asked for
   */
  record Piece(int from, int end, long rows) {}

  /**
   * What is known of a file before it is read.
   *
   * @param pieces in order; together they are the file
   */
  record Contents(Schema schema, List<Piece> pieces) {}

  /**
   * Looks into a file.
   *
   * @param pieces at most
   * @param counted whether the pieces' rows are wanted
   */
  Contents inspect(SourceFile file, int pieces, boolean counted, ArrowAllocator allocator);

  /**
   * The batches of a piece; the reader's position counts from 0.
   *
   * @param columns to read, in this order; empty for all
   * @param allocator of the batches; outlives them
   */
  BatchReader open(
      SourceFile file, int from, int end, List<String> columns, ArrowAllocator allocator);
}
