package io.pelton.flink;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A real model of sentences, all-MiniLM-L6-v2, and sentences whose outputs were recorded. */
public final class SentenceModel {
  private static final String FOLDER = "models/all-minilm-l6-v2/";

  /** Elements of a vector. */
  public static final int WIDTH = 384;

  /** The texts of the third recorded set, in its order. */
  public static final List<String> TEXTS =
      List.of(
          "The quick brown fox jumps over the lazy dog.",
          "Apache Flink is a framework for stateful computations over data streams.",
          "A transaction of $1,249.99 was declined at 03:14 in Zurich!",
          "query: how many features does the model take?",
          "passage: feature stores serve point-in-time correct values to models.",
          "Na\u00efve caf\u00e9 d\u00e9j\u00e0-vu \u2014 Unicode; \u6771\u4eac and emoji"
              + " \ud83d\ude42 too",
          "a",
          "The payment was refunded because the merchant cancelled the order before shipping it to"
              + " the customer in another country.");

  private SentenceModel() {}

  /**
   * The model, which comes in a jar, as a file.
   *
   * @param folder to write it to
   */
  public static Path file(Path folder) throws IOException {
    Path file = folder.resolve("all-minilm-l6-v2.onnx");
    try (InputStream bytes = SentenceModel.class.getResourceAsStream("/" + file.getFileName())) {
      Files.copy(bytes, file);
    }
    return file;
  }

  /** Its {@code tokenizer.json}; skips the test where there is none. */
  public static Path tokenizer() {
    return SharedFolder.path(FOLDER + "tokenizer.json");
  }

  /** What was recorded for {@link #TEXTS}. */
  public static Path recorded(String name) {
    return SharedFolder.path(FOLDER + "test_data_set_2/" + name);
  }
}
