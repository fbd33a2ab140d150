package io.pelton.examples.training;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowFileWriter;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * Writes a table as an uncompressed Arrow IPC file without dictionaries.
 *
 * <p>Numbers are float32, strings Utf8, both nullable; {@code income} is Utf8 and {@code held_out}
 * a boolean, both without nulls. The same table gives the same bytes.
 */
final class ArrowTableWriter {
  static final int BATCH_ROWS = 4096;

  private ArrowTableWriter() {}

  static void write(AdultTable table, Path file) throws IOException {
    try (BufferAllocator allocator = new RootAllocator();
        VectorSchemaRoot root = VectorSchemaRoot.create(schema(table), allocator);
        FileChannel channel =
            FileChannel.open(
                file,
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE,
                StandardOpenOption.TRUNCATE_EXISTING);
        ArrowFileWriter writer = new ArrowFileWriter(root, null, channel)) {
      writer.start();
      for (int first = 0; first < table.rows(); first += BATCH_ROWS) {
        fill(root, table, first, Math.min(BATCH_ROWS, table.rows() - first));
        writer.writeBatch();
      }
      writer.end();
    }
  }

  private static Schema schema(AdultTable table) {
    List<Field> fields = new ArrayList<>();
    for (FeatureColumn column : table.features()) {
      fields.add(Field.nullable(column.name(), arrowType(column)));
    }
    fields.add(Field.notNullable(AdultTable.INCOME, new ArrowType.Utf8()));
    fields.add(Field.notNullable(AdultTable.HELD_OUT, new ArrowType.Bool()));
    return new Schema(fields);
  }

  private static ArrowType arrowType(FeatureColumn column) {
    return column instanceof FeatureColumn.Numbers
        ? new ArrowType.FloatingPoint(FloatingPointPrecision.SINGLE)
        : new ArrowType.Utf8();
  }

  private static void fill(VectorSchemaRoot root, AdultTable table, int first, int rows) {
    for (FeatureColumn column : table.features()) {
      FieldVector vector = root.getVector(column.name());
      if (column instanceof FeatureColumn.Numbers numbers) {
        fill((Float4Vector) vector, numbers.values(), first, rows);
      } else if (column instanceof FeatureColumn.Texts texts) {
        fill((VarCharVector) vector, texts.values(), first, rows);
      }
    }
    fill((VarCharVector) root.getVector(AdultTable.INCOME), table.income(), first, rows);
    fill((BitVector) root.getVector(AdultTable.HELD_OUT), table.heldOut(), first, rows);
    root.setRowCount(rows);
  }

  private static void fill(Float4Vector vector, float[] values, int first, int rows) {
    vector.allocateNew(rows);
    // A null cell keeps whatever its memory held; zeros keep the file reproducible.
    vector.zeroVector();
    for (int row = 0; row < rows; row++) {
      float value = values[first + row];
      if (!Float.isNaN(value)) {
        vector.set(row, value);
      }
    }
  }

  private static void fill(VarCharVector vector, String[] values, int first, int rows) {
    vector.allocateNew(rows);
    for (int row = 0; row < rows; row++) {
      String value = values[first + row];
      if (value == null) {
        vector.setNull(row);
      } else {
        vector.setSafe(row, value.getBytes(StandardCharsets.UTF_8));
      }
    }
  }

  private static void fill(BitVector vector, boolean[] values, int first, int rows) {
    vector.allocateNew(rows);
    vector.zeroVector();
    for (int row = 0; row < rows; row++) {
      vector.set(row, values[first + row] ? 1 : 0);
    }
  }
}
