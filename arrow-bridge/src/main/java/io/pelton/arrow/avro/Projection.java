package io.pelton.arrow.avro;

import io.pelton.arrow.UnknownColumn;
import io.pelton.arrow.UnsupportedAvroSchema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.avro.Schema;

/**
 * Which fields of a reader's schema become columns. A field within records is named by its path,
 * and is null where any of these is.
 */
final class Projection {
  /** The one column of a schema that is no record. */
  static final String VALUE = "value";

  /** A field that is a column, or a record some of whose fields are. */
  private static final class Pick {
    final Map<String, Pick> fields = new LinkedHashMap<>();
    int column = -1;
    Schema schema;
  }

  /** Makes the column that holds a field. */
  interface ColumnMaker {
    Column column(int position, Field field, Schema schema);
  }

  private final Pick root = new Pick();
  private final Schema reader;
  private final Field[] fields;
  private final List<List<String>> dictionaries;
  private final boolean isWhole;

  private Projection(Schema schema, List<String> paths) {
    ArrowFields mapping = new ArrowFields();
    this.dictionaries = mapping.dictionaries();
    this.isWhole = paths == null;
    if (schema.getType() == Schema.Type.RECORD) {
      List<String> chosen =
          isWhole ? schema.getFields().stream().map(Schema.Field::name).toList() : paths;
      this.fields = new Field[chosen.size()];
      for (int i = 0; i < fields.length; i++) {
        add(schema, chosen.get(i), i, mapping);
      }
      this.reader = isWhole ? schema : prune(schema, root);
    } else {
      checkLone(schema, paths);
      root.column = 0;
      root.schema = schema;
      this.fields = new Field[] {mapping.field(VALUE, schema, VALUE, false)};
      this.reader = schema;
    }
  }

  /**
   * @param paths of the fields, with dots between the names; null for all fields of the record
   */
  static Projection of(Schema schema, List<String> paths) {
    return new Projection(schema, paths);
  }

  private static void checkLone(Schema schema, List<String> paths) {
    if (paths != null && !paths.equals(List.of(VALUE))) {
      throw new UnsupportedAvroSchema(
          "",
          "a " + schema.getType().getName() + " has no fields " + paths,
          "name the one column '" + VALUE + "'");
    }
  }

  private void add(Schema top, String path, int position, ArrowFields mapping) {
    Pick pick = root;
    Schema record = top;
    boolean mayBeNull = false;
    String[] names = path.split("\\.", -1);
    for (int i = 0; i < names.length; i++) {
      Schema.Field field = record.getField(names[i]);
      if (field == null) {
        throw new UnknownColumn(
            path,
            "the caller",
            record.getFields().stream().map(other -> prefix(names, other.name())).toList());
      }
      pick = pick.fields.computeIfAbsent(names[i], unknown -> new Pick());
      pick.schema = field.schema();
      boolean last = i == names.length - 1;
      if (pick.column >= 0 || (last && !pick.fields.isEmpty())) {
        throw new UnsupportedAvroSchema(
            path, "chosen twice, by itself or with the record around it", "choose one of them");
      }
      if (!last) {
        Branches branches = Branches.of(field.schema());
        mayBeNull |= branches.hasNull();
        record = recordOf(branches, path, names[i]);
      }
    }
    pick.column = position;
    fields[position] = mapping.field(path, pick.schema, path, mayBeNull);
  }

  private static String prefix(String[] path, String name) {
    int dots = path.length - 1;
    return dots == 0 ? name : String.join(".", List.of(path).subList(0, dots)) + "." + name;
  }

  private static Schema recordOf(Branches branches, String path, String name) {
    if (branches.others().size() != 1 || branches.others().get(0).getType() != Schema.Type.RECORD) {
      throw new UnsupportedAvroSchema(
          path, "'" + name + "' is no record with fields of its own", "end the path there");
    }
    return branches.others().get(0);
  }

  /** The record with nothing but the picked fields, so that the others are passed over. */
  private static Schema prune(Schema record, Pick picked) {
    List<Schema.Field> kept = new ArrayList<>();
    for (Schema.Field field : record.getFields()) {
      Pick pick = picked.fields.get(field.name());
      if (pick != null) {
        Schema schema = pick.column >= 0 ? field.schema() : pruneWithin(field.schema(), pick);
        pick.schema = schema;
        kept.add(new Schema.Field(field, schema));
      }
    }
    Schema pruned =
        Schema.createRecord(
            record.getName(), record.getDoc(), record.getNamespace(), record.isError());
    record.getAliases().forEach(pruned::addAlias);
    pruned.setFields(kept);
    return pruned;
  }

  private static Schema pruneWithin(Schema schema, Pick picked) {
    if (schema.getType() == Schema.Type.RECORD) {
      return prune(schema, picked);
    }
    return Schema.createUnion(
        schema.getTypes().stream()
            .map(branch -> branch.getType() == Schema.Type.RECORD ? prune(branch, picked) : branch)
            .toList());
  }

  /** True where all fields of the schema are columns. */
  boolean isWhole() {
    return isWhole;
  }

  /** The schema to read by. */
  Schema reader() {
    return reader;
  }

  /** The logical fields, in the order of the paths. */
  List<Field> fields() {
    return List.of(fields);
  }

  List<List<String>> dictionaries() {
    return dictionaries;
  }

  /** The column that a value of {@link #reader} goes to: one for a record, else that of value. */
  Column root(ColumnMaker maker) {
    return column(root, reader, maker);
  }

  private Column column(Pick pick, Schema schema, ColumnMaker maker) {
    if (pick.column >= 0) {
      return maker.column(pick.column, fields[pick.column], pick.schema);
    }
    Schema record = Branches.of(schema).others().get(0);
    return new FlatColumns(
        record.getFields().stream()
            .map(field -> column(pick.fields.get(field.name()), field.schema(), maker))
            .toList());
  }
}
