package io.pelton.examples.cli.csv;

import io.pelton.arrow.ArrowBatch;
import io.pelton.arrow.ArrowFileFailure;
import io.pelton.arrow.UnsupportedArrowFile;
import io.pelton.arrow.io.BatchWriter;
import io.pelton.examples.cli.console.BadRequest;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * Writes batches as delimited text with a header, in UTF-8 with the line ends of RFC 4180. Numbers
 * read back to the same bits; lists, structs and maps are JSON, bytes Base64, dates and times ISO
 * 8601. What is written before a failure stays in the stream.
 *
 * <p>Quotes cell by cell, so that a text that looks like a null can be told from one, which the
 * library that reads has no mode for.
 */
public final class CsvBatchWriter implements BatchWriter {
  private static final String LINE_END = "\r\n";

  private final OutputStream out;
  private final String name;
  private final Schema schema;
  private final CsvDialect dialect;
  private final StringBuilder text = new StringBuilder();
  private final StringBuilder cell = new StringBuilder();
  private long rows;
  private boolean finished;
  private boolean closed;

  /**
   * @param out closed with the writer
   * @param name of the file, for messages
   * @throws BadRequest for a column of a type that has no text
   */
  public CsvBatchWriter(OutputStream out, String name, Schema schema, CsvDialect dialect) {
    for (Field field : schema.getFields()) {
      if (!CellText.supports(field)) {
        throw new BadRequest(
            "column '%s' of type %s can't be written as text; leave it out with --keep, or write"
                    .formatted(field.getName(), field.getType())
                + " an Arrow file");
      }
    }
    this.out = out;
    this.name = name;
    this.schema = schema;
    this.dialect = dialect;
    for (int column = 0; column < schema.getFields().size(); column++) {
      cell.append(schema.getFields().get(column).getName());
      append(column, -1);
    }
    text.append(LINE_END);
  }

  @Override
  public void write(ArrowBatch batch) {
    if (closed || finished) {
      throw new IllegalStateException("the writer of '" + name + "' is closed");
    }
    if (!batch.schema().getFields().equals(schema.getFields())) {
      throw new UnsupportedArrowFile(
          name,
          "a batch of " + batch.schema().getFields() + " after " + schema.getFields(),
          "write batches of one schema to one file");
    }
    CellText[] cells = new CellText[batch.columns()];
    for (int column = 0; column < cells.length; column++) {
      cells[column] = cells(batch, column);
    }
    for (int row = 0; row < batch.rows(); row++) {
      for (int column = 0; column < cells.length; column++) {
        write(cells[column], column, row);
      }
      text.append(LINE_END);
    }
    flush();
    rows += batch.rows();
  }

  private CellText cells(ArrowBatch batch, int column) {
    Field field = schema.getFields().get(column);
    return field.getDictionary() == null
        ? CellText.of(batch.vector(column))
        : CellText.of(
            batch.vector(column), batch.dictionaries().lookup(field.getDictionary().getId()));
  }

  private void write(CellText cells, int column, int row) {
    if (cells.isNull(row)) {
      if (column > 0) {
        text.append(dialect.delimiter());
      }
      text.append(dialect.nullText());
      return;
    }
    try {
      cells.append(row, cell);
    } catch (DateTimeException | ArithmeticException failure) {
      throw new BadRequest(
          "column '%s', row %d has no date or time that can be written as text (%s)"
              .formatted(column(column), rows + row, failure.getMessage()),
          failure);
    }
    append(column, row);
  }

  /** Appends and clears the cell. */
  private void append(int column, int row) {
    if (column > 0) {
      text.append(dialect.delimiter());
    }
    if (!needsQuotes()) {
      text.append(cell);
    } else if (dialect.quote() == null) {
      throw new BadRequest(
          "column '%s', %s would have to be quoted, but there are no quotes: %s"
              .formatted(column(column), row < 0 ? "its name" : "row " + (rows + row), cell));
    } else {
      char quote = dialect.quote();
      text.append(quote);
      for (int i = 0; i < cell.length(); i++) {
        char c = cell.charAt(i);
        if (c == quote) {
          text.append(quote);
        }
        text.append(c);
      }
      text.append(quote);
    }
    cell.setLength(0);
  }

  private boolean needsQuotes() {
    for (int i = 0; i < cell.length(); i++) {
      char c = cell.charAt(i);
      if (c == dialect.delimiter()
          || c == '\n'
          || c == '\r'
          || (dialect.quote() != null && c == dialect.quote())) {
        return true;
      }
    }
    return dialect.nullText().contentEquals(cell);
  }

  private String column(int column) {
    return schema.getFields().get(column).getName();
  }

  private void flush() {
    attempt(() -> out.write(text.toString().getBytes(StandardCharsets.UTF_8)));
    text.setLength(0);
  }

  @Override
  public long rows() {
    return rows;
  }

  @Override
  public void finish() {
    flush();
    attempt(out::close);
    finished = true;
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      if (!finished) {
        attempt(out::close);
      }
    }
  }

  private interface Step {
    void run() throws IOException;
  }

  private void attempt(Step step) {
    try {
      step.run();
    } catch (IOException failure) {
      throw new ArrowFileFailure(name, "write", failure);
    }
  }
}
