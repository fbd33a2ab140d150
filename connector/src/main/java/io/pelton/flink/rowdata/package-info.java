/**
 * Rows of Flink's tables as Arrow vectors and back: which Arrow type a SQL type has, writers that
 * append rows to vectors, and views that read vectors as rows without a copy. Imports {@code error}
 * and the Arrow bridge.
 */
package io.pelton.flink.rowdata;
