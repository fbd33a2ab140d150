package io.pelton.examples.cli.csv;

import org.apache.arrow.vector.types.pojo.Field;

/**
 * A column of a batch that is read from a column of the file.
 *
 * @param position in the file, from 0 on
 * @param field its name and type in batches: Utf8, FloatingPoint, Int or Bool
 */
public record CsvColumn(int position, Field field) {}
