package io.pelton.onnx.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import ai.onnx.proto.OnnxMl.ModelProto;
import com.sun.management.ThreadMXBean;
import io.pelton.engine.error.EngineException;
import io.pelton.engine.error.KernelFailure;
import io.pelton.engine.executable.CompileOptions;
import io.pelton.engine.executable.CompiledGraph;
import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.engine.graph.NamedGraph.Port;
import io.pelton.engine.kernel.Backend;
import io.pelton.engine.tensor.Tensor;
import io.pelton.onnx.OnnxException;
import io.pelton.onnx.OnnxModel;
import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Damaged models are imported and run, or refused with a typed error; they never hang, and loading
 * them never takes much memory.
 */
class MutatedModelsTest {
  private static final int MODELS = Integer.getInteger("pelton.oracle.mutations", 6000);
  private static final long MOST_BYTES = 64L << 20;

  private static final List<CaseFamily> FAMILIES =
      List.of(
          new TreeCases(),
          new LinearCases(),
          new SvmCases(),
          new EncoderCases(),
          new PipelineCases(),
          new NetworkCases());

  private final Backend backend = Backend.best(MutatedModelsTest.class.getClassLoader());
  private final ThreadMXBean thread = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private int imported;
  private int refused;
  private int ran;

  @Test
  @Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void damagedBytesAreImportedOrRefused() {
    for (long seed = 0; seed < MODELS; seed++) {
      Draw draw = new Draw(seed);
      GeneratedCase made = draw.one(FAMILIES).make(seed % 97);
      tryOut(ByteMutation.of(draw, made.model().toByteArray()), made, seed);
    }
    assertThat(imported).isGreaterThan(MODELS / 20);
    assertThat(refused).isGreaterThan(MODELS / 20);
    assertThat(ran).isPositive();
  }

  @Test
  @Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void changedFieldsAreImportedOrRefused() {
    for (long seed = 0; seed < MODELS; seed++) {
      Draw draw = new Draw(seed);
      GeneratedCase made = draw.one(FAMILIES).make(seed % 97);
      ModelProto changed = FieldMutation.of(draw, made.model());
      tryOut(changed.toByteArray(), made, seed);
    }
    assertThat(imported).isGreaterThan(MODELS / 20);
    assertThat(refused).isGreaterThan(MODELS / 20);
    assertThat(ran).isPositive();
  }

  private void tryOut(byte[] damaged, GeneratedCase made, long seed) {
    long before = thread.getCurrentThreadAllocatedBytes();
    try {
      OnnxModel model = OnnxModel.parse(damaged, "damaged");
      imported++;
      run(model, made);
      ran++;
    } catch (KernelFailure e) {
      fail("seed " + seed + " of " + made, e); // a kernel failed in a way of its own
    } catch (OnnxException | EngineException e) {
      refused++;
    } catch (RuntimeException | Error e) {
      fail("seed " + seed + " of " + made, e);
    }
    assertThat(thread.getCurrentThreadAllocatedBytes() - before)
        .as("bytes taken by seed %d of %s", seed, made)
        .isLessThan(MOST_BYTES);
  }

  /** On the undamaged model's batches, as far as they have what is asked for. */
  private void run(OnnxModel model, GeneratedCase made) {
    CompiledGraph compiled = CompiledGraph.compile(model.graph(), CompileOptions.on(backend));
    try (ExecutableGraph executable = compiled.newExecutable()) {
      for (Map<String, Tensor> batch : made.batches()) {
        Map<String, Tensor> inputs = new LinkedHashMap<>();
        for (Port port : compiled.inputs()) {
          if (batch.containsKey(port.name())) {
            inputs.put(port.name(), batch.get(port.name()));
          }
        }
        executable.run(inputs);
      }
    }
  }
}
