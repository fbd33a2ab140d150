package io.pelton.examples.cli.score;

import io.pelton.examples.cli.csv.BadCells;
import io.pelton.examples.cli.csv.CsvDialect;
import io.pelton.examples.cli.file.FileFormat;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** How delimited text is read and written. */
final class CsvOptions {
  @Option(
      names = "--csv-delimiter",
      paramLabel = "CHAR",
      converter = Mark.class,
      description = "Between cells: a character, or tab (default: a comma in CSV, a tab in TSV).",
      showDefaultValue = Visibility.NEVER)
  private Character delimiter;

  @Option(
      names = "--csv-quote",
      paramLabel = "CHAR",
      converter = Quote.class,
      defaultValue = "\"",
      description =
          "Around cells with delimiters or line ends in them, twice for once inside; none for no"
              + " quotes (default: ${DEFAULT-VALUE}).",
      showDefaultValue = Visibility.NEVER)
  private Character quote;

  @Option(
      names = "--csv-null",
      paramLabel = "TEXT",
      defaultValue = "",
      description =
          "What stands for a null; the same in quotes is text, save in columns of numbers"
              + " (default: nothing, an empty cell).",
      showDefaultValue = Visibility.NEVER)
  private String nullText;

  @Option(
      names = "--no-header",
      description =
          "The first line of the input is a row, too, and the columns are called 1, 2, ..."
              + " (default: the first line names the columns).",
      showDefaultValue = Visibility.NEVER)
  private boolean noHeader;

  @Option(
      names = "--csv-bad-cells",
      paramLabel = "WAY",
      defaultValue = "fail",
      description =
          "What becomes of cells that are no values of the input that takes them: fail, or null"
              + " (they are nulls, and counted).")
  private BadCells badCells;

  /** Reads a character. */
  static class Mark implements ITypeConverter<Character> {
    @Override
    public Character convert(String text) {
      if (text.equals("tab") || text.equals("\\t")) {
        return '\t';
      }
      if (text.length() != 1) {
        throw new TypeConversionException("should be one character but is '" + text + "'");
      }
      return text.charAt(0);
    }
  }

  /** Reads a character; null for none. */
  static final class Quote extends Mark {
    @Override
    public Character convert(String text) {
      return text.equals("none") ? null : super.convert(text);
    }
  }

  /**
   * @throws IllegalArgumentException where the options contradict each other
   */
  CsvDialect dialect(FileFormat format) {
    char usual = format == FileFormat.TSV ? '\t' : ',';
    return new CsvDialect(delimiter == null ? usual : delimiter, quote, nullText);
  }

  boolean hasHeader() {
    return !noHeader;
  }

  String nullText() {
    return nullText;
  }

  BadCells badCells() {
    return badCells;
  }
}
