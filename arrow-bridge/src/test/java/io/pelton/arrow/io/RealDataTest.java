package io.pelton.arrow.io;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.arrow.AllocatorTestBase;
import io.pelton.arrow.ArrowBatch;
import io.pelton.arrow.BatchBinder;
import io.pelton.arrow.BoundBatch;
import io.pelton.arrow.InputBinding;
import io.pelton.arrow.ModelInput;
import io.pelton.arrow.NullPolicy;
import io.pelton.arrow.Shared;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.SymbolId;
import io.pelton.engine.tensor.Tensor;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.junit.jupiter.api.Test;

/** The census rows of the example, and a file of flights that another program wrote. */
class RealDataTest extends AllocatorTestBase {
  private static final Extent ROWS = Extent.symbolic(new SymbolId("N"));

  private IpcFileReader adult() {
    return IpcFileReader.open(Shared.project("examples/jobs/data/adult.arrow"), allocator);
  }

  private static List<String> columns(IpcFileReader reader, Class<? extends ArrowType> type) {
    return reader.schema().getFields().stream()
        .filter(field -> type.isInstance(field.getType()))
        .map(Field::getName)
        .toList();
  }

  private static ModelInput matrix(String name, DType dtype, int width) {
    return new ModelInput(name, dtype, Shape.of(ROWS, Extent.fixed(width)));
  }

  @Test
  void bindsEveryCellOfTheCensus() {
    long rows = 0;
    long missing = 0;
    try (IpcFileReader reader = adult()) {
      List<String> numbers = columns(reader, ArrowType.FloatingPoint.class);
      List<String> texts = columns(reader, ArrowType.Utf8.class);
      BatchBinder binder =
          BatchBinder.of(
              reader.schema(),
              List.of(
                  matrix("numbers", DType.F32, numbers.size()),
                  matrix("texts", DType.STRING, texts.size())),
              List.of(
                  InputBinding.columns("numbers", numbers),
                  InputBinding.columns("texts", texts).withNulls(NullPolicy.defaultValue("?"))));
      while (reader.hasNext()) {
        try (ArrowBatch batch = reader.next();
            BoundBatch bound = binder.bind(batch)) {
          rows += bound.rows();
          missing += compare(batch, numbers, bound.tensors().get(0));
          compareTexts(batch, texts, bound.tensors().get(1));
        }
      }
      assertThat(reader.rows()).isEqualTo(rows);
    }
    assertThat(rows).isEqualTo(32_561);
    assertThat(missing).isPositive();
  }

  private static long compare(ArrowBatch batch, List<String> columns, Tensor tensor) {
    float[] found = tensor.toFloats();
    long missing = 0;
    for (int column = 0; column < columns.size(); column++) {
      Float4Vector vector = (Float4Vector) batch.vector(columns.get(column));
      for (int row = 0; row < batch.rows(); row++) {
        float expected = vector.isNull(row) ? Float.NaN : vector.get(row);
        assertThat(found[row * columns.size() + column]).isEqualTo(Float.valueOf(expected));
        missing += vector.isNull(row) ? 1 : 0;
      }
    }
    return missing;
  }

  private static void compareTexts(ArrowBatch batch, List<String> columns, Tensor tensor) {
    String[] found = tensor.toStrings();
    for (int column = 0; column < columns.size(); column++) {
      FieldVector vector = batch.vector(columns.get(column));
      for (int row = 0; row < batch.rows(); row++) {
        String expected = vector.isNull(row) ? "?" : vector.getObject(row).toString();
        assertThat(found[row * columns.size() + column]).isEqualTo(expected);
      }
    }
  }

  @Test
  void oneColumnOfAFileIsReadInPlace() {
    try (IpcFileReader reader = adult();
        ArrowBatch batch = reader.next()) {
      BatchBinder binder =
          BatchBinder.of(
              reader.schema(),
              List.of(new ModelInput("x", DType.STRING, Shape.of(ROWS))),
              List.of(InputBinding.column("x", "income")));
      try (BoundBatch bound = binder.bind(batch)) {
        assertThat(bound.tensors().get(0).toStrings()).contains(">50K", "<=50K");
        assertThat(binder.explain()).contains("zero-copy view");
      }
    }
  }

  @Test
  void flightsBindAsFloats() {
    try (IpcFileReader reader =
        IpcFileReader.open(Shared.path("data/vega/flights-200k.arrow"), allocator)) {
      List<String> columns = reader.schema().getFields().stream().map(Field::getName).toList();
      BatchBinder binder =
          BatchBinder.of(
              reader.schema(),
              List.of(matrix("x", DType.F32, columns.size())),
              List.of(InputBinding.columns("x", columns)));
      long rows = 0;
      while (reader.hasNext()) {
        try (ArrowBatch batch = reader.next();
            BoundBatch bound = binder.bind(batch)) {
          Tensor x = bound.tensors().get(0);
          Object first = batch.vector(0).getObject(0);
          assertThat(x.toFloats()[0]).isEqualTo(((Number) first).floatValue());
          rows += bound.rows();
        }
      }
      assertThat(rows).isEqualTo(200_000);
    }
  }

  @Test
  void aWarmBinderAllocatesNoMemoryForRows() {
    var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    try (IpcFileReader reader = adult();
        ArrowBatch batch = reader.next()) {
      List<String> numbers = columns(reader, ArrowType.FloatingPoint.class);
      BatchBinder binder =
          BatchBinder.of(
              reader.schema(),
              List.of(matrix("x", DType.F64, numbers.size()), matrix("t", DType.STRING, 1)),
              List.of(
                  InputBinding.columns("x", numbers),
                  InputBinding.column("t", "occupation").withNulls(NullPolicy.defaultValue("?"))));
      for (int round = 0; round < 20; round++) {
        binder.bind(batch).close();
      }
      long before = threads.getCurrentThreadAllocatedBytes();
      for (int round = 0; round < 10; round++) {
        binder.bind(batch).close();
      }
      long each = (threads.getCurrentThreadAllocatedBytes() - before) / 10;
      assertThat(batch.rows()).isEqualTo(4096);
      assertThat(each).as("bytes a batch").isLessThan(16_384);
    }
  }
}
