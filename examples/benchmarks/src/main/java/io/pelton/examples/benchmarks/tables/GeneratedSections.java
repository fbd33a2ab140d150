package io.pelton.examples.benchmarks.tables;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The parts of a document between {@code <!-- generated NAME -->} and {@code <!-- end -->}. */
final class GeneratedSections {
  private static final String END = "<!-- end -->";

  private final Path file;
  private String text;

  private GeneratedSections(Path file, String text) {
    this.file = file;
    this.text = text;
  }

  static GeneratedSections of(Path file) throws IOException {
    return new GeneratedSections(file, Files.readString(file));
  }

  /**
   * @throws IOException when the document has no such section
   */
  void replace(String name, String content) throws IOException {
    String start = "<!-- generated " + name + " -->";
    int from = text.indexOf(start);
    int to = text.indexOf(END, Math.max(from, 0));
    if (from < 0 || to < 0) {
      throw new IOException(file + " has no section from '" + start + "' to '" + END + "'");
    }
    text = text.substring(0, from) + start + "\n\n" + content + "\n" + text.substring(to);
  }

  void write() throws IOException {
    Files.writeString(file, text);
  }
}
