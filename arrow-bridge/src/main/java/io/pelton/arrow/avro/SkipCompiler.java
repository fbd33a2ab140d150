package io.pelton.arrow.avro;

import java.util.IdentityHashMap;
import org.apache.avro.Schema;

/** Makes what passes over values that nobody reads; their schemas may contain themselves. */
final class SkipCompiler {
  private final IdentityHashMap<Schema, Decode> records = new IdentityHashMap<>();

  Decode skip(Schema schema) {
    return switch (schema.getType()) {
      case NULL -> input -> {};
      case BOOLEAN -> AvroInput::readBoolean;
      case INT -> AvroInput::readInt;
      case LONG -> AvroInput::readLong;
      case FLOAT -> input -> input.take(4);
      case DOUBLE -> input -> input.take(8);
      case STRING, BYTES -> input -> input.take(input.readLength());
      case FIXED -> {
        int size = schema.getFixedSize();
        yield input -> input.take(size);
      }
      case ENUM -> {
        int symbols = schema.getEnumSymbols().size();
        yield input -> ChoiceIndex.read(input, symbols);
      }
      case UNION -> union(schema);
      case ARRAY -> items(skip(schema.getElementType()), LeastBytes.of(schema.getElementType()));
      case MAP -> {
        Decode value = skip(schema.getValueType());
        yield items(
            input -> {
              input.take(input.readLength());
              value.read(input);
            },
            1 + LeastBytes.of(schema.getValueType()));
      }
      case RECORD -> record(schema);
    };
  }

  private Decode union(Schema schema) {
    Decode[] branches = schema.getTypes().stream().map(this::skip).toArray(Decode[]::new);
    return input -> branches[ChoiceIndex.read(input, branches.length)].read(input);
  }

  private static Decode items(Decode item, int itemBytes) {
    return input -> {
      long items;
      while ((items = input.readItemsToSkip(itemBytes)) > 0) {
        for (long i = 0; i < items; i++) {
          item.read(input);
        }
      }
    };
  }

  private Decode record(Schema schema) {
    Decode known = records.get(schema);
    if (known != null) {
      return known;
    }
    Decode[] fields = new Decode[schema.getFields().size()];
    Decode skip =
        input -> {
          input.enter();
          for (Decode field : fields) {
            field.read(input);
          }
          input.leave();
        };
    records.put(schema, skip);
    for (Schema.Field field : schema.getFields()) {
      fields[field.pos()] = skip(field.schema());
    }
    return skip;
  }
}
