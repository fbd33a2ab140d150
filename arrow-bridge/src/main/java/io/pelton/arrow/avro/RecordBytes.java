package io.pelton.arrow.avro;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Conversions;
import org.apache.avro.Schema;
import org.apache.avro.data.TimeConversions;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.IndexedRecord;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificDatumWriter;
import org.apache.avro.specific.SpecificRecordBase;

/**
 * Writes records as Avro does, into memory that is used again. All that a record refers to is
 * copied thereby, and values of logical types, such as an Instant, are converted.
 */
final class RecordBytes extends ByteArrayOutputStream {
  private static final GenericData CONVERTING = new GenericData();

  static {
    CONVERTING.addLogicalTypeConversion(new Conversions.DecimalConversion());
    CONVERTING.addLogicalTypeConversion(new Conversions.UUIDConversion());
    CONVERTING.addLogicalTypeConversion(new TimeConversions.DateConversion());
    CONVERTING.addLogicalTypeConversion(new TimeConversions.TimeMillisConversion());
    CONVERTING.addLogicalTypeConversion(new TimeConversions.TimeMicrosConversion());
    CONVERTING.addLogicalTypeConversion(new TimeConversions.TimestampMillisConversion());
    CONVERTING.addLogicalTypeConversion(new TimeConversions.TimestampMicrosConversion());
    CONVERTING.addLogicalTypeConversion(new TimeConversions.LocalTimestampMillisConversion());
    CONVERTING.addLogicalTypeConversion(new TimeConversions.LocalTimestampMicrosConversion());
  }

  private final BinaryEncoder encoder = EncoderFactory.get().directBinaryEncoder(this, null);
  private Schema schema;
  private SpecificData model;
  private GenericDatumWriter<IndexedRecord> writer;

  /**
   * Replaces what was written before.
   *
   * @throws RuntimeException of many kinds, where the record contradicts its own schema
   */
  void write(IndexedRecord record) {
    reset();
    SpecificData data = record instanceof SpecificRecordBase base ? base.getSpecificData() : null;
    if (writer == null || model != data || !schema.equals(record.getSchema())) {
      schema = record.getSchema();
      model = data;
      writer =
          data == null
              ? new GenericDatumWriter<>(schema, CONVERTING)
              : new SpecificDatumWriter<>(schema, data);
    }
    try {
      writer.write(record, encoder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (NullPointerException e) {
      throw new AvroRuntimeException("null where the schema allows none", e);
    }
  }

  byte[] array() {
    return buf;
  }
}
