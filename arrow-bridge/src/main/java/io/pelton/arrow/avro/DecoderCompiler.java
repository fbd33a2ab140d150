package io.pelton.arrow.avro;

import io.pelton.arrow.UnsupportedAvroSchema;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.apache.avro.Resolver;
import org.apache.avro.Resolver.Action;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;

/**
 * Turns a pair of schemas into code that reads what the one wrote into the columns of the other.
 * Which field, branch or symbol becomes which is Avro's own resolution, so that it is decided once,
 * and as everywhere.
 */
final class DecoderCompiler {
  private final SkipCompiler skips = new SkipCompiler();

  /** Above zero within a union, where a branch that can't be read may never come. */
  private int unions;

  private DecoderCompiler() {}

  /**
   * @param column of the reader's values
   * @throws UnsupportedAvroSchema where the writer's data can't be read as the reader's
   */
  static Decode compile(Schema writer, Schema reader, Column column) {
    return new DecoderCompiler().decode(Resolver.resolve(writer, reader), column, "");
  }

  private Decode decode(Action action, Column column, String path) {
    return switch (action.type) {
      case DO_NOTHING, PROMOTE -> plain(action.writer, column);
      case ENUM -> symbol((Resolver.EnumAdjust) action, column);
      case CONTAINER -> container((Resolver.Container) action, (ListColumn) column, path);
      case RECORD -> record((Resolver.RecordAdjust) action, column, path);
      case WRITER_UNION -> writerUnion((Resolver.WriterUnion) action, column, path);
      case READER_UNION -> {
        Resolver.ReaderUnion union = (Resolver.ReaderUnion) action;
        yield branch(union.reader, union.firstMatch, union.actualAction, column, path);
      }
      case ERROR -> mismatch((Resolver.ErrorAction) action, path);
      case SKIP -> skips.skip(action.writer);
    };
  }

  private static Decode plain(Schema writer, Column column) {
    return switch (writer.getType()) {
      case NULL -> input -> column.nothing();
      case BOOLEAN -> input -> column.truth(input.readBoolean());
      case INT -> input -> column.integer(input.readInt());
      case LONG -> input -> column.integer(input.readLong());
      case FLOAT -> input -> column.single(input.readFloat());
      case DOUBLE -> input -> column.real(input.readDouble());
      case STRING, BYTES ->
          input -> {
            int length = input.readLength();
            column.bytes(input, input.take(length), length);
          };
      case FIXED -> {
        int size = writer.getFixedSize();
        yield input -> column.bytes(input, input.take(size), size);
      }
      default -> throw new IllegalStateException("no plain type: " + writer.getType());
    };
  }

  private static Decode symbol(Resolver.EnumAdjust action, Column column) {
    int[] readers = action.adjustments;
    List<String> symbols = action.writer.getEnumSymbols();
    return input -> {
      int index = ChoiceIndex.read(input, readers.length);
      if (readers[index] < 0) {
        throw input.invalid(
            "the reader's enum "
                + action.reader.getFullName()
                + " has no symbol '"
                + symbols.get(index)
                + "' and no default");
      }
      column.integer(readers[index]);
    };
  }

  private Decode container(Resolver.Container action, ListColumn list, String path) {
    if (action.writer.getType() == Schema.Type.ARRAY) {
      Decode item = decode(action.elementAction, list.items(), path + "[]");
      return items(item, LeastBytes.of(action.writer.getElementType()), list);
    }
    StructColumn entry = (StructColumn) list.items();
    Column keys = entry.field(0);
    Decode value = decode(action.elementAction, entry.field(1), path + "{}");
    Decode item =
        input -> {
          int length = input.readLength();
          keys.bytes(input, input.take(length), length);
          value.read(input);
          entry.record();
        };
    return items(item, 1 + LeastBytes.of(action.writer.getValueType()), list);
  }

  private static Decode items(Decode item, int itemBytes, ListColumn list) {
    return input -> {
      int items;
      while ((items = input.readItems(itemBytes)) > 0) {
        for (int i = 0; i < items; i++) {
          item.read(input);
          list.item(input);
        }
      }
      list.list();
    };
  }

  private Decode record(Resolver.RecordAdjust action, Column column, String path) {
    FieldColumns fields = (FieldColumns) column;
    int written = action.fieldActions.length;
    int defaults = action.readerOrder.length - action.firstDefault;
    Decode[] all = new Decode[written + defaults];
    int next = 0;
    for (int i = 0; i < written; i++) {
      Action field = action.fieldActions[i];
      if (field.type == Action.Type.SKIP) {
        all[i] = skips.skip(field.writer);
      } else {
        Schema.Field reader = action.readerOrder[next++];
        all[i] = decode(field, fields.field(reader.pos()), child(path, reader));
      }
    }
    for (int i = 0; i < defaults; i++) {
      Schema.Field reader = action.readerOrder[action.firstDefault + i];
      all[written + i] =
          constant(
              reader.schema(), action.defaults[i], fields.field(reader.pos()), child(path, reader));
    }
    return input -> {
      for (Decode field : all) {
        field.read(input);
      }
      fields.record();
    };
  }

  private static String child(String path, Schema.Field field) {
    return path.isEmpty() ? field.name() : path + "." + field.name();
  }

  /** A field's default, read again and again from its bytes. */
  private Decode constant(Schema schema, Object value, Column column, String path) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    BinaryEncoder encoder = EncoderFactory.get().directBinaryEncoder(bytes, null);
    try {
      new GenericDatumWriter<>(schema).write(value, encoder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    byte[] written = bytes.toByteArray();
    Decode decode = decode(Resolver.resolve(schema, schema), column, path);
    AvroInput source = new AvroInput("the default of " + path);
    return input -> {
      source.value(written, 0, written.length, -1);
      decode.read(source);
    };
  }

  private Decode writerUnion(Resolver.WriterUnion action, Column column, String path) {
    Decode[] branches = new Decode[action.actions.length];
    unions++;
    for (int i = 0; i < branches.length; i++) {
      branches[i] =
          action.unionEquiv
              ? branch(action.reader, i, action.actions[i], column, path)
              : decode(action.actions[i], column, path);
    }
    unions--;
    return input -> branches[ChoiceIndex.read(input, branches.length)].read(input);
  }

  /** A value that is read as one branch of the reader's union. */
  private Decode branch(Schema union, int index, Action action, Column column, String path) {
    Branches branches = Branches.of(union);
    boolean isNull = union.getTypes().get(index).getType() == Schema.Type.NULL;
    if (isNull || !branches.isUnion()) {
      return decode(action, column, path);
    }
    int member = 0;
    for (int i = 0; i < index; i++) {
      member += union.getTypes().get(i).getType() == Schema.Type.NULL ? 0 : 1;
    }
    StructColumn struct = (StructColumn) column;
    int chosen = member;
    Decode value = decode(action, struct.field(chosen), path + "." + branches.names().get(chosen));
    return input -> {
      value.read(input);
      struct.union(chosen);
    };
  }

  private Decode mismatch(Resolver.ErrorAction action, String path) {
    String reason =
        switch (action.error) {
          case INCOMPATIBLE_SCHEMA_TYPES, NO_MATCHING_BRANCH ->
              "the writer's " + name(action.writer) + " can't be read as " + name(action.reader);
          case NAMES_DONT_MATCH ->
              "the writer's "
                  + name(action.writer)
                  + " and the reader's "
                  + name(action.reader)
                  + " have different names and no alias";
          case SIZES_DONT_MATCH ->
              "the writer's fixed "
                  + action.writer.getFullName()
                  + " has "
                  + action.writer.getFixedSize()
                  + " bytes, the reader's "
                  + action.reader.getFixedSize();
          case MISSING_REQUIRED_FIELD -> missing(action);
        };
    if (unions > 0) {
      return input -> {
        throw input.invalid(reason);
      };
    }
    throw new UnsupportedAvroSchema(path, reason, "give a reader schema that suits the writer's");
  }

  private static String missing(Resolver.ErrorAction action) {
    List<String> fields =
        action.reader.getFields().stream()
            .filter(field -> action.writer.getField(field.name()) == null)
            .filter(field -> !field.hasDefaultValue())
            .map(Schema.Field::name)
            .toList();
    return "the writer's record "
        + action.writer.getFullName()
        + " has no fields "
        + fields
        + ", for which the reader has no defaults";
  }

  private static String name(Schema schema) {
    String type = schema.getType().getName();
    return switch (schema.getType()) {
      case RECORD, ENUM, FIXED -> type + " " + schema.getFullName();
      default -> type;
    };
  }
}
