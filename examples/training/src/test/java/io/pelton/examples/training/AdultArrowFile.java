package io.pelton.examples.training;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowFileReader;

/** Reads a written Arrow file back, nulls as {@code null}, by column name in file order. */
final class AdultArrowFile {
  private AdultArrowFile() {}

  static Map<String, List<Object>> columns(Path file) throws IOException {
    Map<String, List<Object>> columns = new LinkedHashMap<>();
    try (BufferAllocator allocator = new RootAllocator();
        FileChannel channel = FileChannel.open(file);
        ArrowFileReader reader = new ArrowFileReader(channel, allocator)) {
      VectorSchemaRoot root = reader.getVectorSchemaRoot();
      root.getSchema()
          .getFields()
          .forEach(field -> columns.put(field.getName(), new ArrayList<>()));
      while (reader.loadNextBatch()) {
        for (FieldVector vector : root.getFieldVectors()) {
          List<Object> values = columns.get(vector.getName());
          for (int row = 0; row < root.getRowCount(); row++) {
            values.add(vector.isNull(row) ? null : cell(vector, row));
          }
        }
      }
    }
    return columns;
  }

  static AdultTable table(Path file) throws IOException {
    Map<String, List<Object>> columns = columns(file);
    List<Object> income = columns.remove(AdultTable.INCOME);
    List<Object> heldOut = columns.remove(AdultTable.HELD_OUT);
    List<FeatureColumn> features = new ArrayList<>();
    columns.forEach((name, values) -> features.add(feature(name, values)));
    boolean[] flags = new boolean[heldOut.size()];
    for (int row = 0; row < flags.length; row++) {
      flags[row] = (Boolean) heldOut.get(row);
    }
    return new AdultTable(features, income.toArray(String[]::new), flags);
  }

  private static FeatureColumn feature(String name, List<Object> values) {
    if (values.stream().anyMatch(String.class::isInstance)) {
      return new FeatureColumn.Texts(name, values.toArray(String[]::new));
    }
    float[] numbers = new float[values.size()];
    for (int row = 0; row < numbers.length; row++) {
      Object value = values.get(row);
      numbers[row] = value == null ? Float.NaN : (Float) value;
    }
    return new FeatureColumn.Numbers(name, numbers);
  }

  private static Object cell(FieldVector vector, int row) {
    if (vector instanceof Float4Vector numbers) {
      return numbers.get(row);
    }
    if (vector instanceof VarCharVector texts) {
      return new String(texts.get(row), StandardCharsets.UTF_8);
    }
    if (vector instanceof BitVector flags) {
      return flags.get(row) == 1;
    }
    throw new AssertionError(
        "column "
            + vector.getName()
            + ": expected float32, utf8 or bool, found "
            + vector.getField());
  }
}
