package io.pelton.arrow;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.junit.jupiter.api.Test;

/** Foreign columns of any number, length and kind, packed as a loop over their cells would. */
class PackingTest extends AllocatorTestBase {
  private static final int CASES = 120;
  private static final DType[] TARGETS = {
    DType.F32, DType.F32, DType.F64, DType.F16, DType.I64, DType.I32, DType.I16, DType.I8
  };

  @Test
  void rowsAreWhatTheirCellsAre() {
    long seed = Long.getLong("pelton.seed", System.nanoTime());
    Random random = new Random(seed);
    for (int i = 0; i < CASES; i++) {
      String about = "seed " + seed + ", case " + i;
      DType target = TARGETS[random.nextInt(TARGETS.length)];
      int width = 1 + random.nextInt(40);
      int rows = random.nextInt(700);
      double nulls = random.nextBoolean() ? 0 : random.nextDouble();
      boolean mixed = random.nextBoolean();
      FieldVector[] vectors = new FieldVector[width];
      for (int column = 0; column < width; column++) {
        vectors[column] = column(random, type(random, target, mixed), rows, nulls, column);
      }
      int from = random.nextInt(rows + 1);
      try (ArrowBatch whole = Vectors.batch(vectors);
          ArrowBatch batch = whole.slice(from, rows - from)) {
        check(batch, target, random.nextInt(3) == 0, about);
      }
    }
  }

  private static ArrowType type(Random random, DType target, boolean mixed) {
    ArrowType own = io.pelton.arrow.type.ArrowTypes.of(target).orElseThrow();
    if (!mixed || random.nextBoolean()) {
      return own;
    }
    return target.isFloat() && random.nextBoolean()
        ? new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE)
        : new ArrowType.Int(8 << random.nextInt(4), true);
  }

  /** Small integers, which every type holds. */
  private FieldVector column(Random random, ArrowType type, int rows, double nulls, int column) {
    FieldVector vector = Field.nullable("c" + column, type).createVector(allocator.arrow());
    vector.setInitialCapacity(rows);
    vector.allocateNew();
    for (int row = 0; row < rows; row++) {
      Vectors.set(vector, row, random.nextInt(200) - 100);
      if (random.nextDouble() < nulls) {
        vector.setNull(row);
      }
    }
    vector.setValueCount(rows);
    return vector;
  }

  private static void check(ArrowBatch batch, DType target, boolean drop, String about) {
    List<String> names = batch.schema().getFields().stream().map(Field::getName).toList();
    NullPolicy policy = drop ? NullPolicy.drop() : NullPolicy.defaultValue(101L);
    BatchBinder binder =
        BatchBinder.of(
            batch.schema(),
            List.of(new ModelInput("x", target, Shape.UNRANKED)),
            List.of(InputBinding.columns("x", names).withNulls(policy)));
    try (BoundBatch bound = binder.bind(batch)) {
      double[] found = bound.tensors().get(0).toDoubles();
      assertThat(found).as(about).containsExactly(expected(batch, drop));
    }
  }

  private static double[] expected(ArrowBatch batch, boolean drop) {
    List<Double> cells = new ArrayList<>();
    for (int row = 0; row < batch.rows(); row++) {
      List<Double> ofRow = new ArrayList<>();
      boolean someNull = false;
      for (int column = 0; column < batch.columns(); column++) {
        FieldVector vector = batch.vector(column);
        someNull |= vector.isNull(row);
        ofRow.add(vector.isNull(row) ? 101 : number(vector, row));
      }
      if (!(drop && someNull)) {
        cells.addAll(ofRow);
      }
    }
    return cells.stream().mapToDouble(Double::doubleValue).toArray();
  }

  private static double number(FieldVector vector, int row) {
    return vector instanceof org.apache.arrow.vector.Float2Vector halves
        ? halves.getValueAsFloat(row)
        : ((Number) vector.getObject(row)).doubleValue();
  }
}
