package io.pelton.arrow.avro;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.avro.LogicalType;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;

/** Random schemas and values of them. */
final class RandomAvro {
  private static final List<String> TEXTS = List.of("", "a", "naïve", "😀 smile", "x".repeat(70));
  private static final List<String> LONGS =
      List.of(
          "",
          "time-micros",
          "timestamp-millis",
          "timestamp-micros",
          "timestamp-nanos",
          "local-timestamp-millis",
          "local-timestamp-micros",
          "local-timestamp-nanos");

  private final Random random;
  private int names;

  RandomAvro(Random random) {
    this.random = random;
  }

  Schema schema() {
    return random.nextInt(20) == 0 ? any(2) : record(3);
  }

  private Schema any(int depth) {
    int kind = random.nextInt(depth > 0 ? 10 : 4);
    return switch (kind) {
      case 4, 5 -> nullable(depth);
      case 6 -> Schema.createArray(any(depth - 1));
      case 7 -> Schema.createMap(any(depth - 1));
      case 8 -> record(depth - 1);
      case 9 -> union(depth - 1);
      default -> leaf();
    };
  }

  private Schema nullable(int depth) {
    Schema other = any(depth - 1);
    if (other.getType() == Schema.Type.NULL || other.getType() == Schema.Type.UNION) {
      return other;
    }
    Schema nothing = Schema.create(Schema.Type.NULL);
    return random.nextBoolean()
        ? Schema.createUnion(nothing, other)
        : Schema.createUnion(other, nothing);
  }

  private Schema union(int depth) {
    Map<String, Schema> branches = new LinkedHashMap<>();
    Schema first = leaf();
    branches.put(first.getFullName(), first);
    for (int i = random.nextInt(4); i > 0; i--) {
      Schema branch = random.nextInt(3) == 0 ? any(depth) : leaf();
      if (branch.getType() != Schema.Type.UNION) {
        branches.putIfAbsent(branch.getFullName(), branch);
      }
    }
    return Schema.createUnion(new ArrayList<>(branches.values()));
  }

  private Schema record(int depth) {
    List<Schema.Field> fields = new ArrayList<>();
    int count = random.nextInt(6);
    for (int i = 0; i < count; i++) {
      fields.add(new Schema.Field("f" + i, any(depth)));
    }
    return Schema.createRecord("R" + names++, null, "x.y", false, fields);
  }

  private Schema leaf() {
    return switch (random.nextInt(13)) {
      case 0 -> Schema.create(Schema.Type.NULL);
      case 1 -> Schema.create(Schema.Type.BOOLEAN);
      case 2 -> logical(List.of("", "date", "time-millis"), Schema.Type.INT);
      case 3, 4 -> logical(LONGS, Schema.Type.LONG);
      case 5 -> Schema.create(Schema.Type.FLOAT);
      case 6 -> Schema.create(Schema.Type.DOUBLE);
      case 7 -> logical(List.of("", "uuid"), Schema.Type.STRING);
      case 8 -> Schema.create(Schema.Type.BYTES);
      case 9 -> decimal();
      case 10 ->
          new LogicalType("duration").addToSchema(Schema.createFixed("D" + names++, null, "x", 12));
      case 11 ->
          Schema.createEnum(
              "E" + names++, null, "x", List.of("A", "B", "C").subList(0, 1 + random.nextInt(3)));
      default -> Schema.createFixed("F" + names++, null, "x", random.nextInt(20));
    };
  }

  private Schema logical(List<String> choices, Schema.Type type) {
    String name = choices.get(random.nextInt(choices.size()));
    Schema schema = Schema.create(type);
    return name.isEmpty() ? schema : new LogicalType(name).addToSchema(schema);
  }

  private Schema decimal() {
    int precision = 1 + random.nextInt(70);
    Schema schema =
        random.nextBoolean()
            ? Schema.create(Schema.Type.BYTES)
            : Schema.createFixed("P" + names++, null, "x", 1 + precision / 2 + random.nextInt(9));
    return LogicalTypes.decimal(precision, random.nextInt(precision + 1)).addToSchema(schema);
  }

  Object value(Schema schema) {
    return switch (schema.getType()) {
      case NULL -> null;
      case BOOLEAN -> random.nextBoolean();
      case INT -> random.nextInt(4) == 0 ? random.nextInt() : random.nextInt(200) - 100;
      case LONG -> random.nextInt(4) == 0 ? random.nextLong() : random.nextInt(200) - 100L;
      case FLOAT -> random.nextInt(9) == 0 ? Float.NaN : random.nextFloat();
      case DOUBLE -> random.nextInt(9) == 0 ? Double.NEGATIVE_INFINITY : random.nextDouble();
      case STRING -> TEXTS.get(random.nextInt(TEXTS.size()));
      case BYTES -> bytes(schema);
      case FIXED -> new GenericData.Fixed(schema, fixed(schema));
      case ENUM ->
          new GenericData.EnumSymbol(
              schema, schema.getEnumSymbols().get(random.nextInt(schema.getEnumSymbols().size())));
      case ARRAY -> {
        List<Object> items = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
          items.add(value(schema.getElementType()));
        }
        yield new GenericData.Array<>(schema, items);
      }
      case MAP -> {
        Map<String, Object> entries = new LinkedHashMap<>();
        for (int i = random.nextInt(4); i > 0; i--) {
          entries.put("k" + i, value(schema.getValueType()));
        }
        yield Collections.unmodifiableMap(entries);
      }
      case RECORD -> {
        GenericData.Record record = new GenericData.Record(schema);
        for (Schema.Field field : schema.getFields()) {
          record.put(field.pos(), value(field.schema()));
        }
        yield record;
      }
      case UNION -> value(schema.getTypes().get(random.nextInt(schema.getTypes().size())));
    };
  }

  private ByteBuffer bytes(Schema schema) {
    if (LogicalTypes.fromSchemaIgnoreInvalid(schema) instanceof LogicalTypes.Decimal decimal) {
      return ByteBuffer.wrap(unscaled(decimal.getPrecision()).toByteArray());
    }
    byte[] bytes = new byte[random.nextInt(9)];
    random.nextBytes(bytes);
    return ByteBuffer.wrap(bytes);
  }

  private byte[] fixed(Schema schema) {
    byte[] bytes = new byte[schema.getFixedSize()];
    if (LogicalTypes.fromSchemaIgnoreInvalid(schema) instanceof LogicalTypes.Decimal decimal) {
      byte[] unscaled = unscaled(decimal.getPrecision()).toByteArray();
      Arrays.fill(bytes, (byte) (unscaled[0] >> 7));
      System.arraycopy(unscaled, 0, bytes, bytes.length - unscaled.length, unscaled.length);
    } else if ("duration".equals(schema.getProp("logicalType"))) {
      ByteBuffer.wrap(bytes)
          .order(ByteOrder.LITTLE_ENDIAN)
          .putInt(random.nextInt(1000))
          .putInt(random.nextInt(1000))
          .putInt(random.nextInt());
    } else {
      random.nextBytes(bytes);
    }
    return bytes;
  }

  private BigInteger unscaled(int precision) {
    BigInteger most = BigInteger.TEN.pow(precision);
    BigInteger value = new BigInteger(most.bitLength(), random).mod(most);
    return random.nextBoolean() ? value : value.negate();
  }

  static byte[] bytes(Schema schema, Object value) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    BinaryEncoder encoder = EncoderFactory.get().directBinaryEncoder(out, null);
    try {
      new GenericDatumWriter<>(schema).write(value, encoder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }
}
