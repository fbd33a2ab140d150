package io.pelton.arrow;

/** A column of which an input is made, in batch after batch. */
interface BoundColumn {
  String name();

  /** Its position among the batch's columns; -1 below structs. */
  int position();

  void open(ArrowBatch batch);

  /** Rows of the batch that are null, or hold a null; not 0 where some are. */
  int nulls();

  boolean isNull(int row);
}
