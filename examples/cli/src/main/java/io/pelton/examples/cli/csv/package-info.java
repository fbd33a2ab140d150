/**
 * Delimited text as Arrow batches and back: RFC 4180 with any delimiter, in UTF-8, a bounded number
 * of rows in memory. Imports {@code console} and the Arrow bridge.
 */
package io.pelton.examples.cli.csv;
