package io.pelton.onnx.oracle;

import static io.pelton.onnx.TestModel.FLOAT;
import static io.pelton.onnx.TestModel.INT64;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import ai.onnx.proto.OnnxMl.StringStringEntryProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import com.sun.management.ThreadMXBean;
import io.pelton.engine.executable.CompileOptions;
import io.pelton.engine.executable.CompiledGraph;
import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.engine.kernel.Backend;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import io.pelton.onnx.OnnxModel;
import io.pelton.onnx.TestModel;
import io.pelton.onnx.UnsupportedFeature;
import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Models above 2 GiB, whose weights are in second files: here with holes, which take no disk. */
class LargeModelTest {
  private static final long GIB = 1L << 30;
  private static final int COLUMNS = 64;
  private static final long ROWS = GIB / Float.BYTES / COLUMNS;

  /** Of what is not weights: the graph, plans, and whatever the test itself leaves behind. */
  private static final long SLACK = 48L << 20;

  @TempDir Path folder;

  private static TensorProto external(String name, String file, long offset, long... dims) {
    return TestModel.tensor(name, FLOAT, dims)
        .setDataLocation(TensorProto.DataLocation.EXTERNAL)
        .addExternalData(entry("location", file))
        .addExternalData(entry("offset", Long.toString(offset)))
        .build();
  }

  private static StringStringEntryProto entry(String key, String value) {
    return StringStringEntryProto.newBuilder().setKey(key).setValue(value).build();
  }

  private void write(String file, long position, float... values) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(values.length * Float.BYTES);
    bytes.order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer().put(values);
    try (FileChannel channel =
        FileChannel.open(
            folder.resolve(file),
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE,
            StandardOpenOption.SPARSE)) {
      channel.write(bytes, position);
    }
  }

  /** Three embeddings of 1 GiB in a file of 3 GiB, and a bias that is one more file. */
  private Path writeModel() throws IOException {
    for (int table = 0; table < 3; table++) {
      write("tables.bin", table * GIB, 1 + table);
      write("tables.bin", (table + 1) * GIB - Float.BYTES, 10 + table);
    }
    write("bias.bin", 8, new float[COLUMNS]);
    write("bias.bin", 8, 100);
    TestModel model =
        TestModel.onnx(13)
            .input("ids", INT64, "N")
            .initializer(external("bias", "bias.bin", 8, COLUMNS));
    for (int table = 0; table < 3; table++) {
      String name = "table" + table;
      model
          .initializer(external(name, "tables.bin", table * GIB, ROWS, COLUMNS))
          .node("Gather", name + ",ids", "row" + table)
          .output("row" + table);
    }
    model.node("Sum", "row0,row1,row2,bias", "sum").output("sum");
    Path file = folder.resolve("model.onnx");
    Files.write(file, model.bytes());
    return file;
  }

  private static long heap() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  private static long pool(String name) {
    return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
        .filter(pool -> pool.getName().equals(name))
        .mapToLong(BufferPoolMXBean::getMemoryUsed)
        .sum();
  }

  @Test
  void tablesThatAreReadRowByRowStayInTheirFile() throws IOException {
    Path file = writeModel();
    long heap = heap();
    long direct = pool("direct");
    OnnxModel model = OnnxModel.load(file);
    Backend backend = Backend.best(LargeModelTest.class.getClassLoader());
    try (CompiledGraph compiled = CompiledGraph.compile(model.graph(), CompileOptions.on(backend));
        ExecutableGraph executable = compiled.newExecutable()) {
      Map<String, Tensor> ids = Map.of("ids", Tensor.of(new long[] {0, ROWS - 1, -1}, 3));
      Map<String, Value> outputs = new LinkedHashMap<>(executable.run(ids));
      assertThat(heap()).isLessThan(heap + SLACK);
      assertThat(pool("direct")).isLessThan(direct + SLACK);
      assertThat(pool("mapped")).isGreaterThanOrEqualTo(3 * GIB);
      for (int table = 0; table < 3; table++) {
        float[] rows = ((Tensor) outputs.get("row" + table)).toFloats();
        float[] expected = new float[3 * COLUMNS];
        expected[0] = 1 + table;
        expected[2 * COLUMNS - 1] = 10 + table;
        expected[3 * COLUMNS - 1] = 10 + table;
        assertThat(rows).isEqualTo(expected);
      }
      float[] sum = ((Tensor) outputs.get("sum")).toFloats();
      assertThat(sum[0]).isEqualTo(106);
      assertThat(sum[COLUMNS]).isEqualTo(100);
      assertThat(sum[3 * COLUMNS - 1]).isEqualTo(33);
    }
    assertThat(Execution.run(model, Map.of("ids", Tensor.of(new long[] {ROWS / 2}, 1))))
        .containsOnlyKeys("row0", "row1", "row2", "sum");
    assertThat(OnnxModel.inspect(file).unsupportedParts()).isEmpty();
  }

  /** Packing reads block by block, so that the packed copy is all that a tensor takes. */
  @Test
  void packingATensorTakesNoSecondCopy() throws IOException {
    int inner = 1 << 13;
    int columns = 1 << 11;
    long size = (long) inner * columns * Float.BYTES;
    write("w.bin", 0, 2);
    write("w.bin", size - Float.BYTES, 3);
    Path file = folder.resolve("product.onnx");
    TestModel model =
        TestModel.onnx(13)
            .input("x", FLOAT, "N", inner)
            .initializer(external("w", "w.bin", 0, inner, columns))
            .node("MatMul", "x,w", "y")
            .output("y");
    Files.write(file, model.bytes());
    float[] x = new float[inner];
    x[0] = 5;
    x[inner - 1] = 7;
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    OnnxModel loaded = OnnxModel.load(file);
    Backend backend = Backend.best(LargeModelTest.class.getClassLoader());
    try (CompiledGraph compiled =
            CompiledGraph.compile(loaded.graph(), CompileOptions.on(backend));
        ExecutableGraph executable = compiled.newExecutable()) {
      // binds without computing: vectors are objects until their code is compiled
      executable.run(Map.of("x", Tensor.of(new float[0], 0, inner)));
      assertThat(threads.getCurrentThreadAllocatedBytes() - before)
          .isBetween(size, size + size / 2);
      Map<String, Value> out = executable.run(Map.of("x", Tensor.of(x, 1, inner)));
      float[] y = ((Tensor) out.get("y")).toFloats();
      assertThat(y[0]).isEqualTo(10);
      assertThat(y[columns - 1]).isEqualTo(21);
    }
  }

  @Test
  void aTensorAboveTheLimitIsRefusedByName() throws IOException {
    write("huge.bin", 3 * GIB - Float.BYTES, 1);
    Path file = folder.resolve("huge.onnx");
    TestModel model =
        TestModel.onnx(13)
            .input("ids", INT64, "N")
            .initializer(external("huge", "huge.bin", 0, 3 * ROWS, COLUMNS))
            .node("Gather", "huge,ids", "y")
            .output("y");
    Files.write(file, model.bytes());
    UnsupportedFeature refusal =
        catchThrowableOfType(UnsupportedFeature.class, () -> OnnxModel.load(file));
    assertThat(refusal.what()).isEqualTo("tensor 'huge'");
    assertThat(refusal.reason())
        .contains("take 3221225472 bytes")
        .contains("limit of 2147483647")
        .contains("split it");
    assertThat(OnnxModel.inspect(file).unsupportedParts()).hasSize(1);
  }
}
