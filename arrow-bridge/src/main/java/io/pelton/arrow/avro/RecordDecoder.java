package io.pelton.arrow.avro;

import io.pelton.arrow.InvalidAvro;
import io.pelton.arrow.UnsupportedAvroSchema;
import io.pelton.arrow.ValueMismatch;
import java.util.IdentityHashMap;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;

/** Reads values and records into the columns of one projection. */
final class RecordDecoder {
  private static final String VALUE = "Avro value";
  private static final String RECORD = "Avro record";

  /** Equal schemas may come as many objects, one a deserialized record at worst. */
  private static final int MOST_KNOWN = 64;

  private final Projection projection;
  private final Column root;
  private final Decode decode;
  private final AvroFraming framing;
  private final byte[] prefix;
  private final AvroInput values = new AvroInput(VALUE);
  private final AvroInput copies = new AvroInput(RECORD);
  private final RecordBytes bytes = new RecordBytes();
  private final IdentityHashMap<Schema, Decode> known = new IdentityHashMap<>();

  /**
   * @param root where the projection's reader goes
   */
  RecordDecoder(Schema writer, Projection projection, AvroFraming framing, Column root) {
    this.projection = projection;
    this.root = root;
    this.decode = DecoderCompiler.compile(writer, projection.reader(), root);
    this.framing = framing;
    this.prefix = framing.prefix(writer);
    known.put(writer, decode);
  }

  /** One value of the writer's schema and nothing after it. */
  void value(byte[] value, int from, int count, long row) {
    values.value(value, from, count, row);
    framing.strip(values, prefix);
    decode.read(values);
    if (values.remaining() > 0) {
      throw values.invalid(
          values.remaining() + " bytes are left after the record; it is of another schema");
    }
  }

  /** The next record of an input of the writer's schema. */
  void next(AvroInput input) {
    decode.read(input);
  }

  /** A record of any schema that can be read as the reader's. */
  void record(IndexedRecord record, long row) {
    try {
      bytes.write(record);
    } catch (RuntimeException e) {
      throw new ValueMismatch(
          record.getSchema().getFullName(), row, "the record's own schema", e.getMessage());
    }
    copies.value(bytes.array(), 0, bytes.size(), row);
    decodeOf(record.getSchema(), row).read(copies);
  }

  private Decode decodeOf(Schema schema, long row) {
    Decode before = known.get(schema);
    if (before != null) {
      return before;
    }
    if (known.size() == MOST_KNOWN) {
      known.clear();
    }
    Decode made;
    try {
      made = DecoderCompiler.compile(schema, projection.reader(), root);
    } catch (UnsupportedAvroSchema e) {
      throw new InvalidAvro(RECORD, row, 0, e.getMessage(), e);
    }
    known.put(schema, made);
    return made;
  }
}
