package io.pelton.examples.cli.csv;

import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.ArrowBatch;
import io.pelton.arrow.ArrowBatchBuilder;
import io.pelton.arrow.io.BatchReader;
import java.util.List;
import java.util.NoSuchElementException;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * Reads rows of text into batches. A batch ends at a number of rows, or earlier where their text
 * takes much memory.
 */
public final class CsvBatchReader implements BatchReader {
  private static final long MOST_TEXT = 1L << 26;
  private static final int LONGEST_SHOWN = 60;

  private final CsvRows rows;
  private final CsvColumn[] columns;
  private final CellReader[] cells;
  private final String nullText;
  private final BadCells badCells;
  private final ArrowBatchBuilder builder;
  private boolean hasRow;
  private int position;
  private long bad;
  private String firstBad;

  /**
   * @param rows closed with the reader
   * @param columns those of the batches, in their order
   * @param nullText a cell of numbers that reads so is null, also in quotes
   * @param batchRows most rows of a batch
   * @param allocator outlives the reader and its batches
   */
  public CsvBatchReader(
      CsvRows rows,
      List<CsvColumn> columns,
      String nullText,
      BadCells badCells,
      int batchRows,
      ArrowAllocator allocator) {
    this.rows = rows;
    this.columns = columns.toArray(CsvColumn[]::new);
    this.cells =
        columns.stream()
            .map(column -> CellReader.of(column.field().getType()))
            .toArray(CellReader[]::new);
    this.nullText = nullText;
    this.badCells = badCells;
    this.builder =
        ArrowBatchBuilder.create(
            allocator, new Schema(columns.stream().map(CsvColumn::field).toList()), batchRows);
    this.hasRow = rows.next();
  }

  @Override
  public Schema schema() {
    return builder.schema();
  }

  @Override
  public int position() {
    return position;
  }

  @Override
  public boolean hasNext() {
    return hasRow;
  }

  /**
   * The next batch, which the caller owns.
   *
   * @throws io.pelton.examples.cli.console.BadRequest for a row of another width, a cell that is no
   *     value of its column, and text that is not the dialect's
   */
  @Override
  public ArrowBatch next() {
    if (!hasRow) {
      throw new NoSuchElementException("'" + rows.name() + "' has no more rows");
    }
    do {
      builder.startRow();
      for (int column = 0; column < columns.length; column++) {
        read(column);
      }
      builder.endRow();
      hasRow = rows.next();
    } while (hasRow && !builder.isFull() && builder.textBytes() < MOST_TEXT);
    position++;
    return builder.finish();
  }

  private void read(int column) {
    String cell = rows.cell(columns[column].position());
    if (cell == null) {
      return;
    }
    CellReader reader = cells[column];
    if (reader != CellReader.TEXT) {
      cell = cell.strip();
      if (cell.equals(nullText)) {
        return;
      }
    }
    if (!reader.read(cell, builder, column)) {
      bad(column, cell);
    }
  }

  private void bad(int column, String cell) {
    String shown = cell.length() <= LONGEST_SHOWN ? cell : cell.substring(0, LONGEST_SHOWN) + "...";
    String reason =
        "column '%s': expected %s, found '%s'"
            .formatted(
                rows.names().get(columns[column].position()),
                expected(column),
                shown.replaceAll("\\R", " "));
    if (badCells == BadCells.FAIL) {
      throw rows.failed(reason);
    }
    if (bad++ == 0) {
      firstBad = "line " + rows.line() + ", " + reason;
    }
  }

  private String expected(int column) {
    String expected = cells[column].expected();
    return columns[column].field().getType() instanceof ArrowType.Int integer
        ? "%s%s of %d bits"
            .formatted(expected, integer.getIsSigned() ? "" : " from 0 on", integer.getBitWidth())
        : expected;
  }

  /** Cells that were read as nulls because they were no values of their columns. */
  public long badCells() {
    return bad;
  }

  /** Where the first of {@link #badCells} was and what was wrong with it; null where none was. */
  public String firstBadCell() {
    return firstBad;
  }

  @Override
  public void close() {
    builder.close();
    rows.close();
  }
}
