package io.pelton.cpu.control;

import static io.pelton.cpu.control.Model.count;
import static io.pelton.cpu.control.Model.flag;
import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.cpu.testing.Cpu;
import io.pelton.engine.executable.CompileOptions;
import io.pelton.engine.executable.CompiledGraph;
import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.engine.executable.RandomNumbers;
import io.pelton.engine.graph.ControlOp;
import io.pelton.engine.graph.ControlOp.If;
import io.pelton.engine.graph.ControlOp.Loop;
import io.pelton.engine.graph.ControlOp.Scan;
import io.pelton.engine.graph.ControlOp.ScanAxis;
import io.pelton.engine.graph.ElementwiseOp.Binary;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.RandomKey;
import io.pelton.engine.graph.RandomOp.Uniform;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType;
import io.pelton.engine.kernel.Devices;
import io.pelton.engine.kernel.RngOptions;
import io.pelton.engine.kernel.RngOptions.Generator;
import io.pelton.engine.plan.PlanOptions;
import io.pelton.engine.realize.OrderCache;
import io.pelton.engine.realize.PipelinedExecutor;
import io.pelton.engine.realize.Realization;
import io.pelton.engine.realize.Realized;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.Tensor;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Bodies draw from the generator of the run around them, other numbers in each iteration. */
class RandomBodiesTest {
  private static final RngOptions SEED = new RngOptions(17, Generator.PHILOX);
  private static final int DRAWS = 6;

  private static ValueId draw(Model model, RandomKey key) {
    ValueId shape = model.constant(Tensor.of(new long[] {DRAWS}, 1));
    return model.apply(new Uniform(key, DType.F32, 0, 1), shape);
  }

  /** Stacks what its iterations draw. */
  private static Loop loop(RandomKey key) {
    Model body = Model.ofLoop();
    return new Loop(body.output(body.in(1), draw(body, key)).named(), 0);
  }

  private static If conditional() {
    Model then = new Model();
    then.output(draw(then, RandomKey.of(1)));
    Model otherwise = new Model();
    otherwise.output(draw(otherwise, RandomKey.of(2)));
    return new If(then.named(), otherwise.named());
  }

  private static float[] plain(long key) {
    Model model = new Model();
    return run(model.output(draw(model, RandomKey.of(key))).named(), SEED);
  }

  private static float[] run(NamedGraph named, RngOptions rng, Tensor... operands) {
    Devices devices = Devices.of(Cpu.BACKEND);
    Map<String, Tensor> inputs = inputs(operands);
    try (PipelinedExecutor executor =
            new PipelinedExecutor(devices, PlanOptions.pinnedTo(devices.host().id()));
        Realized realized = executor.realize(Realization.of(named, inputs).rng(rng))) {
      return realized.onHost(named.outputs().values().iterator().next()).toFloats();
    }
  }

  private static Map<String, Tensor> inputs(Tensor... operands) {
    Map<String, Tensor> inputs = new LinkedHashMap<>();
    for (Tensor operand : operands) {
      inputs.put("in" + inputs.size(), operand);
    }
    return inputs;
  }

  private static float[] part(float[] values, int index) {
    return Arrays.copyOfRange(values, index * DRAWS, (index + 1) * DRAWS);
  }

  @Test
  void conditionalsDrawWhatTheirNodesWouldOutside() {
    NamedGraph named = Model.of(conditional(), flag(true));
    assertThat(run(named, SEED, flag(true))).containsExactly(plain(1));
    assertThat(run(named, SEED, flag(false))).containsExactly(plain(2));
    assertThat(run(named, new RngOptions(18, Generator.PHILOX), flag(true))).isNotEqualTo(plain(1));
  }

  private static void checkApart(float[] drawn, int iterations) {
    List<float[]> parts = IntStream.range(0, iterations).mapToObj(i -> part(drawn, i)).toList();
    for (int i = 0; i < iterations; i++) {
      for (int j = 0; j < i; j++) {
        assertThat(parts.get(i)).as("%d and %d", i, j).isNotEqualTo(parts.get(j));
      }
    }
  }

  @Test
  void iterationsDrawOtherNumbersAndTheFirstOnesAsOutside() {
    NamedGraph named = Model.of(loop(RandomKey.of(1)), count(4), flag(true));
    float[] drawn = run(named, SEED, count(4), flag(true));
    assertThat(part(drawn, 0)).containsExactly(plain(1));
    checkApart(drawn, 4);
    assertThat(run(named, SEED, count(4), flag(true))).containsExactly(drawn);
    assertThat(run(named, SEED, count(2), flag(true)))
        .containsExactly(Arrays.copyOf(drawn, 2 * DRAWS));
  }

  @Test
  void seedsOfNodesDoNotRepeatEither() {
    NamedGraph named = Model.of(loop(RandomKey.of(1).withSeed(3)), count(3), flag(true));
    float[] drawn = run(named, SEED, count(3), flag(true));
    checkApart(drawn, 3);
    assertThat(run(named, RngOptions.DEFAULT, count(3), flag(true))).containsExactly(drawn);
  }

  @Test
  void nestedIterationsAllDiffer() {
    Model body = Model.ofLoop();
    ValueId three = body.constant(count(3));
    ValueId inner = body.apply(loop(RandomKey.of(1)), three, ValueId.ABSENT);
    Loop outer = new Loop(body.output(body.in(1), inner).named(), 0);
    checkApart(run(Model.of(outer, count(3), flag(true)), SEED, count(3), flag(true)), 9);
  }

  @Test
  void scansDrawAnewForEachElement() {
    Model body = new Model().input(ValueType.tensor(DType.F32, Shape.scalar()));
    ControlOp scan =
        new Scan(
            body.output(draw(body, RandomKey.of(1))).named(),
            List.of(new ScanAxis(0, false)),
            List.of(new ScanAxis(0, false)));
    Tensor three = Tensor.of(new float[3], 3);
    float[] drawn = run(Model.of(scan, three), SEED, three);
    checkApart(drawn, 3);
    assertThat(part(drawn, 0)).containsExactly(plain(1));
  }

  @Test
  void whatComesAfterABodyDrawsAsBefore() {
    Model model = new Model();
    ValueId yes = model.constant(flag(true));
    ValueId body = model.apply(conditional(), yes);
    ValueId after = draw(model, RandomKey.of(9));
    ValueId sum = model.apply(new Binary(OpKind.ADD), body, after);
    float[] sums = run(model.output(sum).named(), SEED);
    float[] first = plain(1);
    float[] second = plain(9);
    for (int i = 0; i < DRAWS; i++) {
      assertThat(sums[i]).isEqualTo(first[i] + second[i]);
    }
  }

  @Test
  void cachedBodiesFollowTheRunsSeed() {
    NamedGraph named = Model.of(loop(RandomKey.of(1)), count(3), flag(true));
    Devices devices = Devices.of(Cpu.BACKEND);
    ValueId output = named.outputs().values().iterator().next();
    try (PipelinedExecutor executor =
            new PipelinedExecutor(devices, PlanOptions.pinnedTo(devices.host().id()));
        OrderCache order = new OrderCache()) {
      for (long seed : new long[] {17, 18, 17}) {
        RngOptions rng = new RngOptions(seed, Generator.PHILOX);
        Realization realization =
            Realization.of(named, inputs(count(3), flag(true))).rng(rng).order(order);
        try (Realized realized = executor.realize(realization)) {
          assertThat(realized.onHost(output).toFloats())
              .containsExactly(run(named, rng, count(3), flag(true)));
        }
      }
    }
  }

  @Test
  void executablesThatRunBodiesHaveAGenerator() {
    NamedGraph named = Model.of(loop(RandomKey.of(1)), count(3), flag(true));
    try (CompiledGraph compiled = CompiledGraph.compile(named, CompileOptions.on(Cpu.BACKEND));
        ExecutableGraph executable = compiled.newExecutable()) {
      executable.capability(RandomNumbers.class).orElseThrow().set(SEED);
      for (int run = 0; run < 2; run++) {
        Tensor drawn = (Tensor) executable.run(inputs(count(3), flag(true))).get("out0");
        assertThat(drawn.toFloats()).containsExactly(run(named, SEED, count(3), flag(true)));
      }
    }
  }
}
