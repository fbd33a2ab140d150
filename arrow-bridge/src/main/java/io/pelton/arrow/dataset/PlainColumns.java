package io.pelton.arrow.dataset;

import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.ArrowBatch;
import io.pelton.arrow.UnsupportedArrowFile;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.util.AutoCloseables;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.dictionary.DictionaryEncoder;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;

/** Batches of a schema with every dictionary-encoded column decoded. */
final class PlainColumns {
  private final Schema encoded;
  private final Schema plain;

  private PlainColumns(Schema encoded, Schema plain) {
    this.encoded = encoded;
    this.plain = plain;
  }

  /**
   * @throws UnsupportedArrowFile where a nested column is encoded
   */
  static PlainColumns of(String file, Schema schema) {
    List<Field> fields = new ArrayList<>();
    for (Field field : schema.getFields()) {
      for (Field child : field.getChildren()) {
        refuseEncoded(file, field, child);
      }
      FieldType type =
          new FieldType(field.isNullable(), field.getType(), null, field.getMetadata());
      fields.add(new Field(field.getName(), type, field.getChildren()));
    }
    return new PlainColumns(schema, new Schema(fields, schema.getCustomMetadata()));
  }

  private static void refuseEncoded(String file, Field column, Field nested) {
    if (nested.getDictionary() != null) {
      throw new UnsupportedArrowFile(
          file, "a dictionary within column '" + column.getName() + "'", "decode it before");
    }
    nested.getChildren().forEach(child -> refuseEncoded(file, column, child));
  }

  Schema schema() {
    return plain;
  }

  /** The same rows, decoded; the caller closes both. A batch of another schema stays as it is. */
  ArrowBatch of(ArrowBatch batch, ArrowAllocator allocator) {
    if (encoded.equals(plain) || !batch.schema().getFields().equals(encoded.getFields())) {
      return batch.retain();
    }
    List<FieldVector> vectors = new ArrayList<>();
    List<FieldVector> decoded = new ArrayList<>();
    try {
      for (int column = 0; column < batch.columns(); column++) {
        DictionaryEncoding encoding = encoded.getFields().get(column).getDictionary();
        FieldVector vector = batch.vector(column);
        if (encoding != null) {
          vector =
              (FieldVector)
                  DictionaryEncoder.decode(
                      vector, batch.dictionaries().lookup(encoding.getId()), allocator.arrow());
          decoded.add(vector);
        }
        vectors.add(vector);
      }
    } catch (RuntimeException failure) {
      AutoCloseables.close(failure, decoded);
      throw failure;
    }
    batch.retain();
    return ArrowBatch.of(
        plain,
        vectors,
        batch.rows(),
        new DictionaryProvider.MapDictionaryProvider(),
        () -> {
          decoded.forEach(FieldVector::close);
          batch.close();
        });
  }
}
