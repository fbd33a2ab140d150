package io.pelton.examples.cli.csv;

import io.pelton.examples.cli.console.BadRequest;
import io.pelton.examples.cli.csv.Utf8Text.NotUtf8;
import io.pelton.examples.cli.csv.Utf8Text.RowTooLong;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;

/**
 * The rows of a delimited text, all as wide as the header. Not thread-safe.
 *
 * <p>Everything that is wrong is a {@link BadRequest} that names the file and the line.
 */
public final class CsvRows implements AutoCloseable {
  private static final int LONGEST_ROW = 1 << 24;

  private final String name;
  private final Utf8Text text;
  private final CSVParser parser;
  private final Iterator<CSVRecord> records;
  private final List<String> names;
  private CSVRecord pending;
  private CSVRecord current;
  private long pendingLine;
  private long line;

  private CsvRows(String name, Utf8Text text, CSVParser parser, boolean hasHeader) {
    this.name = name;
    this.text = text;
    this.parser = parser;
    this.records = parser.iterator();
    this.names = hasHeader ? header() : positions();
  }

  /**
   * @param name of the file, for messages
   * @param in closed with the rows, and also when this fails
   * @param hasHeader whether the first line names the columns; otherwise their names are 1, 2, ...
   */
  public static CsvRows open(String name, InputStream in, CsvDialect dialect, boolean hasHeader) {
    Utf8Text text = new Utf8Text(in, LONGEST_ROW);
    try {
      CSVParser parser = CSVParser.builder().setReader(text).setFormat(dialect.format()).get();
      return new CsvRows(name, text, parser, hasHeader);
    } catch (IOException | RuntimeException failure) {
      try {
        in.close();
      } catch (IOException again) {
        failure.addSuppressed(again);
      }
      throw failure instanceof RuntimeException known
          ? known
          : new UncheckedIOException((IOException) failure);
    }
  }

  private List<String> header() {
    if (!next()) {
      throw new BadRequest("'" + name + "' is empty; the first line should name the columns");
    }
    List<String> header =
        Arrays.stream(current.values()).map(cell -> cell == null ? "" : cell).toList();
    Set<String> seen = new HashSet<>();
    for (String column : header) {
      if (!seen.add(column)) {
        throw failed(
            "two columns are named '%s'; rename one, or leave the names out with --no-header"
                .formatted(column));
      }
    }
    return header;
  }

  private List<String> positions() {
    if (!next()) {
      throw new BadRequest("'" + name + "' is empty: it has no columns");
    }
    pending = current;
    pendingLine = line;
    return IntStream.rangeClosed(1, current.size()).mapToObj(Integer::toString).toList();
  }

  /** The name of the file. */
  public String name() {
    return name;
  }

  /** The names of the columns. */
  public List<String> names() {
    return names;
  }

  /** Moves to the next row; false at the end. */
  boolean next() {
    if (pending != null) {
      current = pending;
      line = pendingLine;
      pending = null;
      return true;
    }
    do {
      line = parser.getCurrentLineNumber() + 1;
      text.startRow();
      try {
        if (!records.hasNext()) {
          return false;
        }
        current = records.next();
      } catch (UncheckedIOException failure) {
        throw failed(reason(failure.getCause()), failure);
      }
    } while (isBlank());
    if (names != null && current.size() != names.size()) {
      throw failed(
          "%d cells, but there are %d columns; is a cell with a delimiter in it not quoted?"
              .formatted(current.size(), names.size()));
    }
    return true;
  }

  /** An empty line, which is no row where rows have several cells. */
  private boolean isBlank() {
    return current.size() == 1
        && (current.get(0) == null || current.get(0).isEmpty())
        && (names == null || names.size() > 1);
  }

  private static String reason(IOException failure) {
    if (failure instanceof RowTooLong || failure instanceof NotUtf8) {
      return failure.getMessage();
    }
    if (failure instanceof EOFException) {
      return "the compressed file ends here; it was cut short";
    }
    String message = String.valueOf(failure.getMessage());
    if (message.contains("EOF reached before encapsulated token finished")) {
      return "a quote is not closed before the end of the file";
    }
    if (message.contains("between encapsulated token and delimiter")) {
      return "something stands between a closing quote and the next delimiter";
    }
    return message;
  }

  /** The cell of the current row; null for a null. */
  String cell(int column) {
    return current.get(column);
  }

  /** The line on which the current row starts, from 1 on. */
  long line() {
    return line;
  }

  BadRequest failed(String reason) {
    return failed(reason, null);
  }

  private BadRequest failed(String reason, Throwable cause) {
    return new BadRequest("'" + name + "', line " + line + ": " + reason, cause);
  }

  @Override
  public void close() {
    try {
      parser.close();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
