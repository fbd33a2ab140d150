package io.pelton.arrow.avro;

import io.pelton.arrow.ArrowFileFailure;
import io.pelton.arrow.InvalidAvro;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.arrow.vector.types.pojo.Schema;

/** Schemas of the one kind for those of the other. Thread-safe. */
public final class AvroSchemas {
  /** Where an Arrow schema that was made from an Avro schema keeps it. */
  static final String METADATA = "avro.schema";

  /** Avro's parser calls itself for every level. */
  private static final int JSON_DEPTH = 512;

  private AvroSchemas() {}

  /**
   * The schema in an {@code .avsc} file.
   *
   * @throws ArrowFileFailure where it can't be read
   * @throws InvalidAvro where it is no Avro schema
   */
  public static org.apache.avro.Schema read(Path file) {
    try {
      return parse(Files.readString(file), file.toString(), true);
    } catch (IOException failure) {
      throw new ArrowFileFailure(file.toString(), "read", failure);
    }
  }

  /**
   * A schema as JSON.
   *
   * @throws InvalidAvro where it is no Avro schema
   */
  public static org.apache.avro.Schema parse(String json) {
    return parse(json, "Avro schema", true);
  }

  /**
   * @param strict whether names and defaults must be as the specification wants them
   */
  static org.apache.avro.Schema parse(String json, String source, boolean strict) {
    if (depth(json) > JSON_DEPTH) {
      throw new InvalidAvro(
          source, -1, 0, "a schema that is nested deeper than " + JSON_DEPTH, null);
    }
    try {
      return new org.apache.avro.Schema.Parser()
          .setValidate(strict)
          .setValidateDefaults(strict)
          .parse(json);
    } catch (RuntimeException e) {
      throw new InvalidAvro(source, -1, 0, "no Avro schema: " + e.getMessage(), e);
    }
  }

  private static int depth(String json) {
    int depth = 0;
    int deepest = 0;
    boolean quoted = false;
    for (int i = 0; i < json.length(); i++) {
      switch (json.charAt(i)) {
        case '\\' -> i += quoted ? 1 : 0;
        case '"' -> quoted = !quoted;
        case '{', '[' -> depth += quoted ? 0 : 1;
        case '}', ']' -> depth -= quoted ? 0 : 1;
        default -> {}
      }
      deepest = Math.max(deepest, depth);
    }
    return deepest;
  }

  /**
   * The columns of a schema: one a field of a record, else one named {@code value}.
   *
   * @return the logical schema, in which an enum is dictionary-encoded Utf8; its metadata holds the
   *     Avro schema, so that what is written of such batches is of that schema again
   * @throws io.pelton.arrow.UnsupportedAvroSchema naming the path of a field that has no columns
   */
  public static Schema toArrow(org.apache.avro.Schema schema) {
    return new Schema(Projection.of(schema, null).fields(), Map.of(METADATA, schema.toString()));
  }
}
