package io.pelton.flink.table.predict;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.engine.executable.CompileOptions;
import io.pelton.engine.executable.CompiledGraph;
import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.engine.tensor.Tensor;
import io.pelton.flink.PredictModels;
import io.pelton.flink.model.ModelLocation;
import io.pelton.flink.model.ModelSpec;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.apache.flink.table.data.GenericArrayData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.BigIntType;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Predictions have the bits that the engine gives for the row alone. */
class PredictBitsTest {
  private static final int ROWS = 150;

  @TempDir Path folder;
  private Path model;
  private float[][] rows;
  private String[] expected;

  @BeforeEach
  void scoreWithTheEngine() {
    model = PredictModels.classifier(folder);
    Random random = new Random(3);
    rows = new float[ROWS][PredictModels.FEATURES];
    expected = new String[ROWS];
    ModelSpec spec = new ModelSpec("m", new ModelLocation.FilePath(model.toString()), null, "cpu");
    ClassLoader loader = getClass().getClassLoader();
    try (CompiledGraph compiled =
            CompiledGraph.compile(spec.read(loader).graph(), CompileOptions.on("cpu", loader));
        ExecutableGraph executable = compiled.newExecutable()) {
      for (int row = 0; row < ROWS; row++) {
        for (int i = 0; i < PredictModels.FEATURES; i++) {
          rows[row][i] = (float) random.nextGaussian();
        }
        executable.runSlots(Tensor.of(rows[row], 1, PredictModels.FEATURES));
        expected[row] =
            bits(
                ((Tensor) executable.output(0)).toLongs()[0],
                ((Tensor) executable.output(1)).toFloats());
      }
    }
  }

  private static String bits(long label, float[] probabilities) {
    int[] bits = new int[probabilities.length];
    for (int i = 0; i < bits.length; i++) {
      bits[i] = Float.floatToRawIntBits(probabilities[i]);
    }
    return label + Arrays.toString(bits);
  }

  private static String bits(Collection<RowData> prediction) {
    RowData row = prediction.iterator().next();
    return bits(row.getLong(0), row.getArray(1).toFloatArray());
  }

  private PredictFixture fixture() {
    ArrayType floats = new ArrayType(PredictFixture.FLOAT);
    return new PredictFixture(model, PredictFixture.row(List.of("features"), floats))
        .output("label", new BigIntType(), "label")
        .output("probabilities", floats, "probabilities");
  }

  private RowData row(int index) {
    return GenericRowData.of(new GenericArrayData(rows[index]));
  }

  @ParameterizedTest
  @CsvSource({"1, 0", "2, 0", "7, 0", "64, 0", "1024, 0", "1, 2", "7, 3", "64, 1"})
  void whateverTheBatchAndTheThread(int batch, int workers) throws Exception {
    List<Integer> order = new ArrayList<>(IntStream.range(0, ROWS).boxed().toList());
    Collections.shuffle(order, new Random(batch + workers));
    PeltonAsyncPredictFunction function =
        fixture().batch(batch, Duration.ofMillis(3)).workers(workers).async();
    List<CompletableFuture<Collection<RowData>>> futures = new ArrayList<>();
    for (int index : order) {
      futures.add(function.asyncPredict(row(index)));
    }
    String[] found = new String[ROWS];
    for (int i = 0; i < ROWS; i++) {
      found[order.get(i)] = bits(futures.get(i).get());
    }
    function.close();
    assertThat(found).isEqualTo(expected);
  }

  @Test
  void synchronouslyToo() throws Exception {
    PeltonPredictFunction function = fixture().sync();
    String[] found = new String[ROWS];
    for (int i = 0; i < ROWS; i++) {
      found[i] = bits(function.predict(row(i)));
    }
    function.close();
    assertThat(found).isEqualTo(expected);
  }
}
