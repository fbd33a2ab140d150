package io.pelton.examples.cli.verify;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The files of one set, by the position of the input or output that they belong to. Other files,
 * such as {@code output_0.dense.pb}, are other encodings of the same values.
 */
record Vectors(SortedMap<Integer, Path> inputs, SortedMap<Integer, Path> outputs) {
  private static final Pattern FILE = Pattern.compile("(input|output)_(\\d{1,9})\\.pb");

  static Vectors in(Path set) throws IOException {
    Vectors vectors = new Vectors(new TreeMap<>(), new TreeMap<>());
    try (Stream<Path> files = Files.list(set)) {
      files.forEach(vectors::add);
    }
    return vectors;
  }

  private void add(Path file) {
    Matcher matcher = FILE.matcher(file.getFileName().toString());
    if (matcher.matches()) {
      SortedMap<Integer, Path> side = matcher.group(1).equals("input") ? inputs : outputs;
      side.put(Integer.valueOf(matcher.group(2)), file);
    }
  }
}
