package io.pelton.arrow.avro;

import io.pelton.arrow.ArrowBatch;
import io.pelton.arrow.NullNotAllowed;
import io.pelton.arrow.UnsupportedAvroSchema;
import io.pelton.arrow.ValueMismatch;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.arrow.vector.BaseIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.NullVector;
import org.apache.arrow.vector.complex.BaseListVector;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.complex.LargeListVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.MapVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.avro.Schema;

/** Makes what writes the rows of one batch as values of a schema. */
final class EncoderCompiler {
  private final DictionaryProvider dictionaries;

  private EncoderCompiler(DictionaryProvider dictionaries) {
    this.dictionaries = dictionaries;
  }

  /**
   * @throws UnsupportedAvroSchema where a column can't be written as its field
   */
  static Encode compile(Schema schema, ArrowBatch batch) {
    List<FieldVector> columns = new ArrayList<>();
    for (int column = 0; column < batch.columns(); column++) {
      columns.add(batch.vector(column));
    }
    EncoderCompiler compiler = new EncoderCompiler(batch.dictionaries());
    if (schema.getType() == Schema.Type.RECORD) {
      return compiler.record(schema, columns, "");
    }
    if (columns.size() != 1) {
      throw new UnsupportedAvroSchema(
          "", columns.size() + " columns for a " + schema.getType().getName(), "give a record");
    }
    return compiler.encode(schema, columns.get(0), Projection.VALUE);
  }

  private Encode record(Schema schema, List<FieldVector> columns, String path) {
    Map<String, FieldVector> byName = new HashMap<>();
    columns.forEach(column -> byName.put(AvroTypes.validName(column.getName()), column));
    Encode[] fields = new Encode[schema.getFields().size()];
    for (Schema.Field field : schema.getFields()) {
      String child = path.isEmpty() ? field.name() : path + "." + field.name();
      FieldVector column = byName.remove(AvroTypes.validName(field.name()));
      if (column == null) {
        throw new UnsupportedAvroSchema(
            child, "there is no column for it", "leave the field out of the schema");
      }
      fields[field.pos()] = encode(field.schema(), column, child);
    }
    if (!byName.isEmpty()) {
      throw new UnsupportedAvroSchema(
          path, "columns " + byName.keySet() + " have no field", "leave the columns out");
    }
    return (row, output) -> {
      for (Encode field : fields) {
        field.write(row, output);
      }
    };
  }

  private Encode encode(Schema schema, FieldVector vector, String path) {
    Branches branches = Branches.of(schema);
    if (branches.isUnion()) {
      return union(schema, branches, vector, path);
    }
    if (schema.getType() == Schema.Type.UNION) {
      return nullable(schema, branches, vector, path);
    }
    if (schema.getType() == Schema.Type.NULL) {
      return (row, output) -> {
        if (!vector.isNull(row)) {
          throw new ValueMismatch(path, row, "null", "a value");
        }
      };
    }
    Encode value = value(schema, vector, path);
    return vector.getNullCount() == 0
        ? value
        : (row, output) -> {
          if (vector.isNull(row)) {
            throw new NullNotAllowed("", path, row);
          }
          value.write(row, output);
        };
  }

  private Encode nullable(Schema union, Branches branches, FieldVector vector, String path) {
    int nothing = nullBranch(union);
    if (branches.others().isEmpty() || vector instanceof NullVector) {
      return (row, output) -> {
        if (nothing < 0 || !vector.isNull(row)) {
          throw new ValueMismatch(path, row, union.toString(), "a value that is none of these");
        }
        output.writeLong(nothing);
      };
    }
    Encode value = value(branches.others().get(0), vector, path);
    int something = nothing == 0 ? 1 : 0;
    return (row, output) -> {
      if (!vector.isNull(row)) {
        output.writeLong(something);
        value.write(row, output);
      } else if (nothing >= 0) {
        output.writeLong(nothing);
      } else {
        throw new NullNotAllowed("", path, row);
      }
    };
  }

  private static int nullBranch(Schema union) {
    for (int i = 0; i < union.getTypes().size(); i++) {
      if (union.getTypes().get(i).getType() == Schema.Type.NULL) {
        return i;
      }
    }
    return -1;
  }

  /** A struct of which the one member that is not null is the value. */
  private Encode union(Schema union, Branches branches, FieldVector vector, String path) {
    if (!(vector instanceof StructVector struct) || struct.size() != branches.others().size()) {
      throw mismatch(union, vector, path);
    }
    int nothing = nullBranch(union);
    List<FieldVector> members = struct.getChildrenFromFields();
    Encode[] values = new Encode[members.size()];
    for (int i = 0; i < values.length; i++) {
      String member = path + "." + branches.names().get(i);
      values[i] = value(branches.others().get(i), members.get(i), member);
    }
    return (row, output) -> {
      if (vector.isNull(row) && nothing >= 0) {
        output.writeLong(nothing);
        return;
      }
      int chosen = -1;
      for (int i = 0; i < values.length && !vector.isNull(row); i++) {
        if (!members.get(i).isNull(row)) {
          if (chosen >= 0) {
            throw new ValueMismatch(path, row, "one member of a union", "several");
          }
          chosen = i;
        }
      }
      if (chosen < 0) {
        throw new NullNotAllowed("", path, row);
      }
      output.writeLong(nothing >= 0 && nothing <= chosen ? chosen + 1L : chosen);
      values[chosen].write(row, output);
    };
  }

  /** A value that is there. */
  private Encode value(Schema schema, FieldVector vector, String path) {
    DictionaryEncoding encoding = vector.getField().getDictionary();
    if (encoding != null) {
      FieldVector symbols = dictionaries.lookup(encoding.getId()).getVector();
      BaseIntVector indices = (BaseIntVector) vector;
      if (schema.getType() == Schema.Type.ENUM) {
        return ordinals(schema, symbols, indices, path);
      }
      Encode symbol = value(schema, symbols, path);
      return (row, output) -> symbol.write((int) indices.getValueAsLong(row), output);
    }
    Encode encode =
        switch (schema.getType()) {
          case BOOLEAN ->
              vector instanceof BitVector bits
                  ? (row, output) -> output.writeBoolean(bits.get(row) != 0)
                  : null;
          case INT, LONG -> NumberEncodes.integer(schema, vector, path);
          case FLOAT -> NumberEncodes.single(vector);
          case DOUBLE -> NumberEncodes.real(vector);
          case STRING -> BytesEncodes.text(vector);
          case BYTES -> BytesEncodes.bytes(schema, vector, path);
          case FIXED -> BytesEncodes.fixed(schema, vector, path);
          case ENUM -> symbol(schema, vector, path);
          case ARRAY -> array(schema, vector, path);
          case MAP -> map(schema, vector, path);
          case RECORD ->
              vector instanceof StructVector struct
                  ? record(schema, struct.getChildrenFromFields(), path)
                  : null;
          case NULL, UNION -> throw new IllegalStateException("no single value: " + schema);
        };
    if (encode == null) {
      throw mismatch(schema, vector, path);
    }
    return encode;
  }

  private static UnsupportedAvroSchema mismatch(Schema schema, FieldVector vector, String path) {
    return new UnsupportedAvroSchema(
        path,
        "a column of " + vector.getField().getType() + " can't be written as " + schema,
        "give a schema that suits the column, or none");
  }

  private static Encode ordinals(
      Schema schema, FieldVector symbols, BaseIntVector indices, String path) {
    AvroOutput[] ordinals = new AvroOutput[symbols.getValueCount()];
    Encode symbol = symbol(schema, symbols, path);
    if (symbol == null) {
      throw mismatch(schema, symbols, path);
    }
    return (row, output) -> {
      int index = (int) indices.getValueAsLong(row);
      if (ordinals[index] == null) {
        AvroOutput written = new AvroOutput();
        symbol.write(index, written);
        ordinals[index] = written;
      }
      output.write(ordinals[index].array(), 0, ordinals[index].size());
    };
  }

  private static Encode symbol(Schema schema, FieldVector vector, String path) {
    if (BytesEncodes.text(vector) == null) {
      return null;
    }
    return (row, output) -> {
      Object text = vector.getObject(row);
      String symbol = text == null ? "null" : text.toString();
      if (text == null || !schema.hasEnumSymbol(symbol)) {
        throw new ValueMismatch(path, row, schema.getEnumSymbols().toString(), symbol);
      }
      output.writeLong(schema.getEnumOrdinal(symbol));
    };
  }

  private Encode array(Schema schema, FieldVector vector, String path) {
    if (!(vector instanceof ListVector
        || vector instanceof LargeListVector
        || vector instanceof FixedSizeListVector)) {
      return null;
    }
    BaseListVector list = (BaseListVector) vector;
    Encode item =
        encode(schema.getElementType(), vector.getChildrenFromFields().get(0), path + "[]");
    return (row, output) -> {
      int start = list.getElementStartIndex(row);
      int end = list.getElementEndIndex(row);
      if (end > start) {
        output.writeLong(end - start);
        for (int i = start; i < end; i++) {
          item.write(i, output);
        }
      }
      output.writeLong(0);
    };
  }

  private Encode map(Schema schema, FieldVector vector, String path) {
    if (!(vector instanceof MapVector map)) {
      return null;
    }
    StructVector entries = (StructVector) map.getDataVector();
    Encode key =
        encode(
            Schema.create(Schema.Type.STRING),
            (FieldVector) entries.getChildByOrdinal(0),
            path + "{}");
    Encode value =
        encode(schema.getValueType(), (FieldVector) entries.getChildByOrdinal(1), path + "{}");
    return (row, output) -> {
      int start = map.getElementStartIndex(row);
      int end = map.getElementEndIndex(row);
      if (end > start) {
        output.writeLong(end - start);
        for (int i = start; i < end; i++) {
          key.write(i, output);
          value.write(i, output);
        }
      }
      output.writeLong(0);
    };
  }
}
