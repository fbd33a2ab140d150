package io.pelton.arrow.avro;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.avro.Schema;

/**
 * What a container file says of itself.
 *
 * @param sync the 16 bytes that stand behind every block
 * @param end where the blocks begin
 */
record ContainerHeader(Schema schema, AvroCodec codec, byte[] sync, long end) {
  static final byte[] MAGIC = {'O', 'b', 'j', 1};
  static final String SCHEMA = "avro.schema";
  static final String CODEC = "avro.codec";

  private static final int MOST_ENTRIES = 1 << 16;

  static ContainerHeader read(ContainerSource source) {
    source.seek(0);
    if (source.size() < MAGIC.length
        || !Arrays.equals(source.read(MAGIC.length, "the magic"), MAGIC)) {
      throw source.invalid(0, "no Avro container file: it does not begin with 'Obj' and a 1");
    }
    Map<String, byte[]> entries = entries(source);
    byte[] json = entries.get(SCHEMA);
    if (json == null) {
      throw source.invalid(MAGIC.length, "the header has no " + SCHEMA);
    }
    Schema schema =
        AvroSchemas.parse(new String(json, StandardCharsets.UTF_8), source.name(), false);
    byte[] codec = entries.get(CODEC);
    AvroCodec known =
        AvroCodec.of(
            codec == null ? "null" : new String(codec, StandardCharsets.UTF_8), source.name());
    byte[] sync = source.read(ContainerSource.SYNC_BYTES, "a sync marker");
    return new ContainerHeader(schema, known, sync, source.position());
  }

  private static Map<String, byte[]> entries(ContainerSource source) {
    Map<String, byte[]> entries = new LinkedHashMap<>();
    long left;
    while ((left = source.readLong("the header")) != 0) {
      if (left < 0) {
        left = -left;
        source.readLong("the header");
      }
      if (left < 0 || left > MOST_ENTRIES) {
        throw source.invalid(source.position(), "a header of " + left + " entries");
      }
      for (; left > 0; left--) {
        String key = new String(field(source), StandardCharsets.UTF_8);
        entries.put(key, field(source));
      }
    }
    return entries;
  }

  private static byte[] field(ContainerSource source) {
    return source.read(source.readLong("the header"), "an entry of the header");
  }
}
