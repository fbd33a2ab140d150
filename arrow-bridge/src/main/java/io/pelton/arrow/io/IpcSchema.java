package io.pelton.arrow.io;

import io.pelton.arrow.UnsupportedArrowFile;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.arrow.flatbuf.Endianness;
import org.apache.arrow.vector.types.MetadataVersion;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.arrow.vector.validate.MetadataV4UnionChecker;

/** Reads the schema of a file or stream, and refuses what Arrow Java would read as another. */
final class IpcSchema {
  private final Origin origin;
  private final long offset;
  private final Map<Long, Field> encoded = new HashMap<>();

  private IpcSchema(Origin origin, long offset) {
    this.origin = origin;
    this.offset = offset;
  }

  /**
   * @param version of the metadata, as the format numbers them
   * @param offset of what holds the schema
   * @param bytes of what holds the schema
   * @throws RuntimeException of any kind where the bytes are not a schema
   */
  static Schema read(
      Origin origin,
      org.apache.arrow.flatbuf.Schema encoded,
      short version,
      long offset,
      int bytes) {
    if (encoded == null) {
      throw origin.corrupted(offset, "no schema");
    }
    if (encoded.endianness() != Endianness.Little) {
      throw origin.unsupported("big-endian numbers", "write it on a little-endian machine");
    }
    if (!SchemaCheck.isSound(encoded, bytes)) {
      throw origin.invalid(offset, "the schema refers to itself or is nested too deep");
    }
    return new IpcSchema(origin, offset).read(encoded, version);
  }

  private Schema read(org.apache.arrow.flatbuf.Schema bytes, short version) {
    Schema schema;
    try {
      schema = Schema.convertSchema(bytes);
    } catch (UnsupportedOperationException | IllegalArgumentException unsupported) {
      throw unsupported("a type that Arrow Java lacks (" + unsupported.getMessage() + ")");
    }
    try {
      MetadataV4UnionChecker.checkRead(schema, MetadataVersion.fromFlatbufID(version));
    } catch (IOException old) {
      throw unsupported("unions of metadata version V4");
    }
    check(schema.getFields(), false);
    return schema;
  }

  private void check(List<Field> fields, boolean ofStruct) {
    Set<String> names = new HashSet<>();
    for (Field field : fields) {
      if (ofStruct && !names.add(field.getName())) {
        // Arrow Java keeps one of them, and would read the rest as another
        throw unsupported("a struct with two children named '" + field.getName() + "'");
      }
      if (field.getDictionary() != null) {
        checkDictionary(field);
      }
      check(field.getChildren(), field.getType() instanceof ArrowType.Struct);
    }
  }

  private void checkDictionary(Field field) {
    long id = field.getDictionary().getId();
    Field before = encoded.putIfAbsent(id, field);
    boolean same =
        before == null
            || (before.getType().equals(field.getType())
                && before.getChildren().equals(field.getChildren()));
    if (!same) {
      throw origin.corrupted(
          offset,
          "columns '%s' and '%s' of types %s and %s share dictionary %d"
              .formatted(before.getName(), field.getName(), before.getType(), field.getType(), id));
    }
  }

  private UnsupportedArrowFile unsupported(String found) {
    return origin.unsupported(found, "write the column in another way");
  }
}
