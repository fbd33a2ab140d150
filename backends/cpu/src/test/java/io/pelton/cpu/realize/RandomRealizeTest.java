package io.pelton.cpu.realize;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.cpu.second.SecondDevice;
import io.pelton.engine.graph.ElementwiseOp.Binary;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.RandomKey;
import io.pelton.engine.graph.RandomOp.Normal;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType;
import io.pelton.engine.kernel.Devices;
import io.pelton.engine.kernel.RngOptions;
import io.pelton.engine.kernel.RngOptions.Generator;
import io.pelton.engine.plan.PlanOptions;
import io.pelton.engine.realize.CapturedRun;
import io.pelton.engine.realize.OrderCache;
import io.pelton.engine.realize.PersistentOutputs;
import io.pelton.engine.realize.PipelinedExecutor;
import io.pelton.engine.realize.Realization;
import io.pelton.engine.realize.Realized;
import io.pelton.engine.realize.StorageCache;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.DeviceId;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.Tensor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** However plans are kept, a pass draws from the generator that it was given. */
class RandomRealizeTest {
  private static final int DRAWS = 33;

  private final SecondDevice second = new SecondDevice();
  private final Devices devices = second.besideHost();
  private final PipelinedExecutor executor = executor();
  private final PipelinedExecutor other = executor();
  private final Graph graph = new Graph();
  private final ValueId x = graph.input("x", ValueType.tensor(DType.F32, Shape.fixed(DRAWS)));
  private final ValueId shape = graph.constant("shape", Tensor.of(new long[] {DRAWS}, 1));
  private final ValueId noise =
      graph.apply("noise", new Normal(RandomKey.of(1), DType.F32, 0, 1), shape);
  private final ValueId sum = graph.apply("sum", new Binary(OpKind.ADD), x, noise);

  private PipelinedExecutor executor() {
    return new PipelinedExecutor(devices, PlanOptions.pinnedTo(devices.host().id()));
  }

  @AfterEach
  void closeExecutors() {
    executor.close();
    other.close();
    assertThat(second.memory().liveAllocations()).isZero();
  }

  private static RngOptions seed(long seed) {
    return new RngOptions(seed, Generator.PHILOX);
  }

  private Realization realization(long seed) {
    StorageCache given = new StorageCache().put(x, Tensor.of(new float[DRAWS], DRAWS));
    return Realization.of(graph).targets(sum).inputs(given).rng(seed(seed));
  }

  private float[] pass(PipelinedExecutor by, Realization realization) {
    try (Realized realized = by.realize(realization)) {
      return realized.onHost(sum).toFloats();
    }
  }

  private void place(String device) {
    graph.place(noise.node(), DeviceId.parse(device));
  }

  @ParameterizedTest
  @ValueSource(strings = {"cpu:0", "cpu:1"})
  void passesDrawFromTheirSeed(String device) {
    place(device);
    float[] one = pass(executor, realization(1));
    assertThat(pass(executor, realization(2))).isNotEqualTo(one);
    assertThat(pass(executor, realization(1))).containsExactly(one);
    assertThat(pass(other, realization(1))).containsExactly(one);
  }

  @ParameterizedTest
  @ValueSource(strings = {"cpu:0", "cpu:1"})
  void anOrderCacheServesSeedsAndExecutorsInTurn(String device) {
    place(device);
    float[] one = pass(executor, realization(1));
    float[] two = pass(executor, realization(2));
    try (OrderCache order = new OrderCache();
        PersistentOutputs outputs = new PersistentOutputs()) {
      for (int round = 0; round < 2; round++) {
        for (PipelinedExecutor by : new PipelinedExecutor[] {executor, other}) {
          assertThat(pass(by, realization(1).order(order).outputs(outputs))).containsExactly(one);
          assertThat(pass(by, realization(2).order(order).outputs(outputs))).containsExactly(two);
          assertThat(pass(by, realization(2).order(order))).containsExactly(two);
          assertThat(pass(by, realization(1).outputs(outputs))).containsExactly(one);
        }
      }
      assertThat(order.hits()).isPositive();
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2})
  void aCapturedRunDrawsAsItWasCapturedUntilItIsToldOtherwise(long seed) {
    float[] expected = pass(executor, realization(seed));
    float[] changed = pass(executor, realization(9));
    StorageCache given = new StorageCache().put(x, Tensor.of(new float[DRAWS], DRAWS));
    try (CapturedRun run = executor.capture(realization(seed))) {
      pass(executor, realization(5));
      assertThat(run.replay(given).onHost(sum).toFloats()).containsExactly(expected);
      assertThat(run.replay(given).onHost(sum).toFloats()).containsExactly(expected);
      run.setRng(seed(9));
      assertThat(run.replay(given).onHost(sum).toFloats()).containsExactly(changed);
      assertThat(pass(executor, realization(seed))).containsExactly(expected);
    }
  }
}
