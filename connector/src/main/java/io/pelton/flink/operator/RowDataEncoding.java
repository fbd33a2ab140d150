package io.pelton.flink.operator;

import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.InputBinding;
import io.pelton.arrow.ModelInput;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.flink.annotation.Internal;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;

/** Encodes the rows of tables. */
@Internal
public final class RowDataEncoding extends RecordEncoding<RowData> {
  private static final long serialVersionUID = 1L;

  private final RowType type;

  public RowDataEncoding(RowType type) {
    this.type = type;
  }

  @Override
  Schema fields(List<ModelInput> inputs, List<InputBinding> bindings) {
    return RowDataLeaf.schema(type, paths(bindings));
  }

  /** Numbers, strings, truth values and arrays of them are cells; other types are columns. */
  @Override
  RecordEncoder<RowData> open(ArrowAllocator allocator, Schema wanted, int maxRows) {
    List<RowDataLeaf> leaves = RowDataLeaf.of(type);
    List<CellWriter<RowData>> writers = new ArrayList<>();
    for (Field column : wanted.getFields()) {
      RowDataLeaf leaf = RowDataLeaf.find(leaves, column.getName());
      Optional<CellWriter<RowData>> writer = RowDataCells.of(leaf, column);
      if (writer.isEmpty()) {
        List<String> paths = wanted.getFields().stream().map(Field::getName).toList();
        return new RowDataBatchEncoder(allocator, type, paths);
      }
      writers.add(writer.get());
    }
    int arity = type.getFieldCount();
    return new FieldEncoder<>(allocator, wanted, maxRows, writers) {
      @Override
      String contradiction(RowData row) {
        return arity(row, arity);
      }
    };
  }

  /** Why a row has the wrong number of fields; null where it has the right one. */
  static String arity(RowData row, int expected) {
    return row.getArity() == expected
        ? null
        : "The row has " + row.getArity() + " fields where its type has " + expected + ".";
  }
}
