package io.pelton.arrow.io;

/**
 * What the header of a record batch says, without its body.
 *
 * @param offset where the batch begins in the file
 * @param rows how many
 * @param nulls how many, for each column that is read; in a dictionary-encoded column those of the
 *     indices
 */
public record BatchSummary(long offset, int rows, long[] nulls) {}
