package io.pelton.examples.cli.verify;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A file with a line per case: name, status and detail, separated by tabs. Every line is written at
 * once, so that a report survives the program.
 */
final class Report implements AutoCloseable {
  private final Writer out;

  private Report(Writer out) {
    this.out = out;
  }

  /**
   * @param file created or replaced; null to write nowhere
   */
  static Report to(Path file) throws IOException {
    return new Report(file == null ? Writer.nullWriter() : Files.newBufferedWriter(file));
  }

  void add(CaseResult result) {
    try {
      out.write(result.line());
      out.write('\n');
      out.flush();
    } catch (IOException e) {
      throw new UncheckedIOException("can't write the report", e);
    }
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
