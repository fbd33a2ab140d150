package io.pelton.flink.operator;

import io.pelton.engine.executable.CompileOptions;
import io.pelton.engine.executable.CompiledGraph;
import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.engine.tensor.Tensor;
import io.pelton.flink.BatchPolicy;
import io.pelton.flink.ErrorPolicy;
import io.pelton.flink.Inference;
import io.pelton.flink.RowInference;
import io.pelton.flink.TestModels;
import io.pelton.flink.model.ModelLocation;
import io.pelton.flink.model.ModelSpec;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.typeutils.RowTypeInfo;
import org.apache.flink.types.Row;

/** Does the same things many times, in a small JVM of its own, and says by how much that grew. */
final class MemoryRun {
  /** Between what was done and the growth in KiB. */
  static final String MARK = " grew by ";

  private static final Path STATUS = Path.of("/proc/self/status");
  private static final int CHUNKS = 8;

  /** Chunks after which the JVM itself has its memory. */
  private static final int WARM = 2;

  private static final int BATCH_ROWS = 64;

  private MemoryRun() {}

  /**
   * @param arguments a folder, and any number of times what to do and how often
   */
  public static void main(String[] arguments) throws Exception {
    Path folder = Path.of(arguments[0]);
    for (int i = 1; i < arguments.length; i += 2) {
      long growth = run(arguments[i], Integer.parseInt(arguments[i + 1]) / CHUNKS, folder);
      System.out.println(arguments[i] + MARK + growth);
    }
  }

  private static long run(String what, int times, Path folder) throws Exception {
    return switch (what) {
      case "results" -> results(folder, times);
      case "inputs" -> inputs(times);
      case "failures" -> failures(folder, times);
      case "maps" -> maps(folder, times);
      default -> throw new IllegalArgumentException(what);
    };
  }

  /** Nobody closes what a run gives, nor the tensors it is given. */
  private static long results(Path folder, int times) throws Exception {
    ClassLoader loader = MemoryRun.class.getClassLoader();
    ModelLocation location = new ModelLocation.FilePath(TestModels.features(folder).toString());
    CompiledGraph model =
        CompiledGraph.compile(
            new ModelSpec("m", location, null, "cpu").read(loader).graph(),
            CompileOptions.on("cpu", loader));
    ExecutableGraph executable = model.newExecutable();
    return watch(
        chunk -> {
          for (int i = 0; i < times; i++) {
            executable.run(Map.of("features", kibibyte()));
          }
        });
  }

  /** Something fails after an input was made. */
  private static long inputs(int times) throws Exception {
    return watch(
        chunk -> {
          long failures = 0;
          for (int i = 0; i < times; i++) {
            try {
              throw new IllegalStateException(kibibyte().layout().toString());
            } catch (IllegalStateException e) {
              failures++;
            }
          }
          if (failures != times) {
            throw new IllegalStateException(failures + " of " + times + " failed");
          }
        });
  }

  private static Tensor kibibyte() {
    return Tensor.of(new float[3 * 86], 86, 3);
  }

  /** Every batch has a record that can't be scored, after its columns were made. */
  private static long failures(Path folder, int times) throws Exception {
    RowTypeInfo rows =
        (RowTypeInfo) Types.ROW_NAMED(new String[] {"x", "amount"}, Types.FLOAT, Types.STRING);
    RowInference inference =
        Inference.rows()
            .model(TestModels.amounts(folder).toString())
            .batch(BatchPolicy.of(BATCH_ROWS, Duration.ofSeconds(1)))
            .errors(ErrorPolicy.skip())
            .build();
    return score(inference, rows, times, i -> Row.of(1f, i % BATCH_ROWS == 13 ? "many" : "1"));
  }

  /** Every row comes out as a map with text keys. */
  private static long maps(Path folder, int times) throws Exception {
    RowTypeInfo rows =
        (RowTypeInfo)
            Types.ROW_NAMED(new String[] {"a", "b", "c"}, Types.FLOAT, Types.FLOAT, Types.FLOAT);
    RowInference inference =
        Inference.rows()
            .model(TestModels.maps(folder).toString())
            .input("features", "a", "b", "c")
            .batch(BatchPolicy.of(BATCH_ROWS, Duration.ofSeconds(1)))
            .build();
    return score(inference, rows, times, i -> Row.of(1f, 2f, (float) i));
  }

  private static long score(
      RowInference inference, RowTypeInfo type, int times, IntFunction<Row> record)
      throws Exception {
    try (RowHarness harness = RowHarness.open(inference, type)) {
      return watch(
          chunk -> {
            try {
              for (int i = 0; i < times; i++) {
                harness.processElement(record.apply(i), i);
                harness.getOutput().clear();
              }
            } catch (Exception e) {
              throw new IllegalStateException(e);
            }
          });
    }
  }

  private static long watch(IntConsumer work) throws Exception {
    long before = 0;
    for (int chunk = 0; chunk < CHUNKS; chunk++) {
      if (chunk == WARM) {
        before = resident();
      }
      work.accept(chunk);
    }
    return resident() - before;
  }

  /** KiB of this process in memory. */
  private static long resident() throws Exception {
    System.gc();
    return Files.readAllLines(STATUS).stream()
        .filter(line -> line.startsWith("VmRSS:"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
        .findFirst()
        .orElseThrow();
  }

  static boolean isPossible() {
    return Files.isReadable(STATUS);
  }
}
