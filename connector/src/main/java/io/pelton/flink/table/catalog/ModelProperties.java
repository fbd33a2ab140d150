package io.pelton.flink.table.catalog;

import io.pelton.flink.error.InvalidSetting;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.Path;
import org.apache.flink.table.catalog.ObjectPath;

/**
 * The options that a model has of a file beside it, {@code <model>.properties}: Java's properties
 * in UTF-8, such as {@code batch.max-rows=64}.
 */
final class ModelProperties {
  /** Paths, which are relative to the folder of the model. */
  private static final String TOKENIZER = "tokenizer";

  private ModelProperties() {}

  /** Nothing where there is no such file. */
  static Map<String, String> read(ModelFolder folder, ObjectPath model) throws IOException {
    Optional<FileStatus> file =
        folder.file(model.getDatabaseName(), model.getObjectName() + ".properties");
    return file.isEmpty() ? Map.of() : read(file.get().getPath());
  }

  private static Map<String, String> read(Path file) throws IOException {
    Properties properties = new Properties();
    try (Reader reader =
        new InputStreamReader(file.getFileSystem().open(file), StandardCharsets.UTF_8)) {
      properties.load(reader);
    } catch (IllegalArgumentException e) {
      throw new InvalidSetting(
          "'" + file + "'", "Java properties", e.getMessage(), "correct the file", e);
    }
    Map<String, String> options = new TreeMap<>();
    for (String key : properties.stringPropertyNames()) {
      String value = properties.getProperty(key).strip();
      if (key.equals("provider") || key.equals("model")) {
        throw new InvalidSetting(
            "'" + file + "'",
            "options beside the model and its provider, which are its file's and the catalog's",
            "'" + key + "'",
            "remove it");
      }
      options.put(key, key.equals(TOKENIZER) ? beside(file, value) : value);
    }
    return options;
  }

  private static String beside(Path file, String path) {
    return path.indexOf(':') >= 0 || path.startsWith("/")
        ? path
        : new Path(file.getParent(), path).toString();
  }
}
