package io.pelton.arrow.avro;

import io.pelton.arrow.ArrowBatch;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.DatumReader;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificDatumReader;
import org.apache.avro.specific.SpecificRecord;

/**
 * Makes Avro values and records of the rows of batches. Columns go to the fields of their names;
 * dictionaries are decoded. One thread at a time.
 *
 * <p>A batch whose columns can't be written as the schema wants them gives an {@link
 * io.pelton.arrow.UnsupportedAvroSchema}, a value that does not fit an {@link
 * io.pelton.arrow.ValueOutOfRange}, a null where there must be none a {@link
 * io.pelton.arrow.NullNotAllowed}.
 */
public final class AvroEncoder {
  private final Schema schema;
  private final byte[] prefix;
  private final AvroOutput output = new AvroOutput();

  private AvroEncoder(Schema schema, AvroFraming framing) {
    this.schema = schema;
    this.prefix = framing.prefix(schema);
  }

  /**
   * @param schema of the values, often {@link AvroSchemas#toAvro} of the batches'
   */
  public static AvroEncoder of(Schema schema) {
    return new AvroEncoder(schema, AvroFraming.plain());
  }

  /**
   * @param framing that single values get; a prefix that nobody looks at is of zeros
   */
  public static AvroEncoder of(Schema schema, AvroFraming framing) {
    return new AvroEncoder(schema, framing);
  }

  /** One value a row. */
  public List<byte[]> values(ArrowBatch batch) {
    Encode encode = EncoderCompiler.compile(schema, batch);
    List<byte[]> values = new ArrayList<>(batch.rows());
    for (int row = 0; row < batch.rows(); row++) {
      output.truncate(0);
      output.write(prefix);
      encode.write(row, output);
      values.add(Arrays.copyOf(output.array(), output.size()));
    }
    return values;
  }

  /** One record a row; the schema has to be a record's. Strings are Avro's Utf8. */
  public List<GenericRecord> records(ArrowBatch batch) {
    return read(batch, new GenericDatumReader<>(schema));
  }

  /** One record a row, of a class that Avro has generated. */
  public <T extends SpecificRecord> List<T> records(ArrowBatch batch, Class<T> type) {
    SpecificData model = SpecificData.getForClass(type);
    return read(batch, new SpecificDatumReader<>(schema, model.getSchema(type), model));
  }

  private <T> List<T> read(ArrowBatch batch, DatumReader<T> reader) {
    Encode encode = EncoderCompiler.compile(schema, batch);
    List<T> records = new ArrayList<>(batch.rows());
    BinaryDecoder decoder = null;
    try {
      for (int row = 0; row < batch.rows(); row++) {
        output.truncate(0);
        encode.write(row, output);
        decoder = DecoderFactory.get().binaryDecoder(output.array(), 0, output.size(), decoder);
        records.add(reader.read(null, decoder));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return records;
  }
}
