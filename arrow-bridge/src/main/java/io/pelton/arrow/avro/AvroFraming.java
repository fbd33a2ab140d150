package io.pelton.arrow.avro;

import java.io.Serializable;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;

/**
 * What stands before the bytes of a single value. Immutable.
 *
 * <p>No registry is asked: whoever decodes knows the writer's schema, and a prefix is either held
 * against it or passed over.
 */
public final class AvroFraming implements Serializable {
  private static final long serialVersionUID = 1L;

  private static final int MARKER_BYTES = 2;
  private static final int SINGLE_OBJECT_BYTES = 10;
  private static final AvroFraming PLAIN = new AvroFraming(0, false);
  private static final AvroFraming SINGLE_OBJECT = new AvroFraming(SINGLE_OBJECT_BYTES, true);

  private final int bytes;
  private final boolean isSingleObject;

  private AvroFraming(int bytes, boolean isSingleObject) {
    this.bytes = bytes;
    this.isSingleObject = isSingleObject;
  }

  /** Nothing. */
  public static AvroFraming plain() {
    return PLAIN;
  }

  /**
   * Avro's single-object encoding: two bytes of marker and the CRC-64-AVRO fingerprint of the
   * writer's schema, which must be that of the schema that is decoded by.
   */
  public static AvroFraming singleObject() {
    return SINGLE_OBJECT;
  }

  /**
   * So many bytes that are not looked at: 5 for a magic zero and the id of a schema in Confluent's
   * registry. Values of another schema than the writer's are then not told apart, except where
   * their bytes make no sense.
   */
  public static AvroFraming prefix(int bytes) {
    if (bytes < 0) {
      throw new IllegalArgumentException("a prefix of " + bytes + " bytes");
    }
    return bytes == 0 ? PLAIN : new AvroFraming(bytes, false);
  }

  /**
   * Passes over the prefix.
   *
   * @param expected what {@link #prefix(Schema)} says of the writer's schema
   */
  void strip(AvroInput input, byte[] expected) {
    int from = input.take(bytes);
    if (!isSingleObject) {
      return;
    }
    byte[] value = input.array();
    for (int i = 0; i < MARKER_BYTES; i++) {
      if (value[from + i] != expected[i]) {
        throw input.invalid("no single-object encoding, which begins with the bytes C3 01");
      }
    }
    for (int i = MARKER_BYTES; i < bytes; i++) {
      if (value[from + i] != expected[i]) {
        throw input.invalid("the fingerprint is that of another schema than the writer's");
      }
    }
  }

  /** The prefix itself, for a value that is written. */
  byte[] prefix(Schema writer) {
    byte[] prefix = new byte[bytes];
    if (isSingleObject) {
      prefix[0] = (byte) 0xC3;
      prefix[1] = 1;
      // lowest byte first
      long print = SchemaNormalization.parsingFingerprint64(writer);
      for (int i = 0; i < 8; i++) {
        prefix[MARKER_BYTES + i] = (byte) (print >>> (8 * i));
      }
    }
    return prefix;
  }
}
