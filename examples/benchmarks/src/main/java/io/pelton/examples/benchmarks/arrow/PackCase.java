package io.pelton.examples.benchmarks.arrow;

import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.ArrowBatch;
import io.pelton.arrow.BatchBinder;
import io.pelton.arrow.BoundBatch;
import io.pelton.arrow.InputBinding;
import io.pelton.arrow.ModelInput;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Shape;
import java.util.List;
import java.util.Random;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Field;

/** A batch of columns that another program allocated one by one, and their binding to one input. */
final class PackCase implements AutoCloseable {
  /** What the columns hold. */
  enum Kind {
    FLOATS,
    DOUBLES,
    INTS,
    LONGS,
    DECIMALS,
    NULLS,
    SLICED
  }

  private static final int SKIPPED = 3;

  private final ArrowBatch batch;
  private final BatchBinder binder;
  private final int elements;

  private PackCase(ArrowBatch batch, int rows) {
    this.batch = batch;
    this.elements = Math.multiplyExact(rows, batch.columns());
    this.binder =
        BatchBinder.of(
            batch.schema(),
            List.of(new ModelInput("x", DType.F32, Shape.UNRANKED)),
            List.of(
                InputBinding.columns(
                    "x", batch.schema().getFields().stream().map(Field::getName).toList())));
  }

  static PackCase of(ArrowAllocator allocator, Kind kind, int columns, int rows) {
    Random random = new Random(7);
    int all = kind == Kind.SLICED ? rows + SKIPPED : rows;
    FieldVector[] vectors = new FieldVector[columns];
    for (int column = 0; column < columns; column++) {
      vectors[column] = vector(allocator.arrow(), kind, "c" + column);
      vectors[column].setInitialCapacity(all);
      vectors[column].allocateNew();
      for (int row = 0; row < all; row++) {
        set(vectors[column], row, random);
        if (kind == Kind.NULLS && random.nextInt(10) == 0) {
          vectors[column].setNull(row);
        }
      }
      vectors[column].setValueCount(all);
    }
    ArrowBatch batch = ArrowBatch.of(VectorSchemaRoot.of(vectors));
    if (kind == Kind.SLICED) {
      ArrowBatch slice = batch.slice(SKIPPED, rows);
      batch.close();
      batch = slice;
    }
    return new PackCase(batch, rows);
  }

  private static FieldVector vector(BufferAllocator allocator, Kind kind, String name) {
    return switch (kind) {
      case FLOATS, NULLS, SLICED -> new Float4Vector(name, allocator);
      case DOUBLES -> new Float8Vector(name, allocator);
      case INTS -> new IntVector(name, allocator);
      case LONGS -> new BigIntVector(name, allocator);
      case DECIMALS -> new DecimalVector(name, allocator, 12, 2);
    };
  }

  private static void set(FieldVector vector, int row, Random random) {
    if (vector instanceof Float4Vector floats) {
      floats.set(row, random.nextFloat());
    } else if (vector instanceof Float8Vector doubles) {
      doubles.set(row, random.nextDouble());
    } else if (vector instanceof IntVector ints) {
      ints.set(row, random.nextInt());
    } else if (vector instanceof BigIntVector longs) {
      longs.set(row, random.nextLong());
    } else {
      ((DecimalVector) vector).set(row, random.nextInt());
    }
  }

  /** Elements of the input. */
  int elements() {
    return elements;
  }

  /** Brings the columns into the shape of the input, as is done before every run of a model. */
  void pack() {
    try (BoundBatch bound = binder.bind(batch)) {
      if (bound.tensors().get(0).layout().elements() != elements) {
        throw new IllegalStateException("the input has " + bound.tensors().get(0).layout());
      }
    }
  }

  /** How the columns got there. */
  String explain() {
    return binder.explain();
  }

  @Override
  public void close() {
    batch.close();
  }
}
