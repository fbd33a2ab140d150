package io.pelton.arrow.dataset;

import io.pelton.arrow.UnsupportedArrowFile;
import java.util.Locale;

/** Storage formats that {@link DatasetReader} reads. */
public enum DatasetFormat {
  PARQUET,
  ORC;

  /**
   * The format that a file's name ends in: {@code .parquet}, {@code .parq}, {@code .pq} or {@code
   * .orc}.
   *
   * @throws UnsupportedArrowFile for another ending
   */
  public static DatasetFormat ofName(String file) {
    String lower = file.toLowerCase(Locale.ROOT);
    if (lower.endsWith(".parquet") || lower.endsWith(".parq") || lower.endsWith(".pq")) {
      return PARQUET;
    }
    if (lower.endsWith(".orc")) {
      return ORC;
    }
    throw new UnsupportedArrowFile(
        file, "a name that ends in neither .parquet nor .orc", "name the format");
  }
}
