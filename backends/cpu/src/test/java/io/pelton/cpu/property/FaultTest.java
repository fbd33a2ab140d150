package io.pelton.cpu.property;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.cpu.second.SecondDevice;
import io.pelton.cpu.testing.Cpu;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.kernel.Alternative;
import io.pelton.engine.kernel.Backend;
import io.pelton.engine.kernel.BindingKey;
import io.pelton.engine.kernel.BindingTable;
import io.pelton.engine.kernel.Capability;
import io.pelton.engine.kernel.Devices;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.plan.PlanOptions;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** The trial finds what is wrong and the shrinker what it takes. */
class FaultTest {
  /** A host whose kernel for an op writes nothing. */
  private static Backend idle(OpKind kind) {
    BindingTable.Builder table = new BindingTable.Builder(Cpu.BACKEND.name());
    FixedKernel idle = (node, in, out) -> rows -> {};
    for (BindingKey key : Cpu.BACKEND.table().keys()) {
      for (Alternative right : Cpu.BACKEND.table().lookup(key)) {
        Alternative wrong =
            new Alternative(right.name(), idle, Set.of(Capability.STRIDED, Capability.NATIVE));
        table.add(key.kind(), key.inputs(), key.outputs(), key.kind() == kind ? wrong : right);
      }
    }
    return new Backend(Cpu.BACKEND.name(), "with a fault", table.seal());
  }

  @Test
  void aKernelThatIsWrongIsFoundAndIsolated() {
    SecondDevice second = new SecondDevice();
    Devices devices = Devices.of(idle(OpKind.WHERE)).with(second.device());
    PlanOptions planning = PlanOptions.pinnedTo(Machines.HOST);
    Way way = new Machine("faulty", second, devices, planning, false, 0).compiled();
    Trial trial = new Trial(List.of(way));
    long seed = 0;
    while (trial.run(RandomRecipe.of(seed)).isEmpty()) {
      seed++;
    }
    Recipe recipe = RandomRecipe.of(seed);
    Recipe small = Shrinker.shrink(recipe, trial, trial.run(recipe).orElseThrow());
    List<OpKind> nodes =
        small.steps().stream()
            .filter(Step.Apply.class::isInstance)
            .map(step -> ((Step.Apply) step).op().kind())
            .toList();
    assertThat(nodes).as("%s", small).contains(OpKind.WHERE).hasSizeLessThanOrEqualTo(4);
    assertThat(small.outputs()).hasSize(1);
    assertThat(small.scenarios()).hasSize(1);
  }

  @Test
  void everyWayFindsIt() {
    SecondDevice second = new SecondDevice();
    Devices devices = Devices.of(idle(OpKind.WHERE)).with(second.device());
    PlanOptions planning = PlanOptions.pinnedTo(Machines.HOST);
    Machine machine = new Machine("faulty", second, devices, planning, false, 0);
    List<Way> ways =
        List.of(
            new Plain("plain", devices, planning),
            machine.compiled(),
            new Routed(machine, false, false),
            new Routed(machine, true, true),
            new Streamed(machine, false, true),
            new Streamed(machine, true, false),
            new Cached(machine, false, false),
            new Cached(machine, true, true),
            new Captured(machine, false),
            new Several(machine, true));
    assertThat(ways)
        .allSatisfy(
            way -> {
              Trial trial = new Trial(List.of(way));
              assertThat(LongStream.range(0, 1000).mapToObj(RandomRecipe::of))
                  .as(way.name())
                  .anyMatch(recipe -> trial.run(recipe).isPresent());
            });
  }
}
