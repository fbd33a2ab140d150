package io.pelton.engine.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.engine.plan.MemoryPlan.Arena;
import io.pelton.engine.plan.MemoryPlan.Block;
import io.pelton.engine.tensor.Carrier;
import io.pelton.engine.tensor.DeviceId;
import io.pelton.engine.tensor.MemorySpace;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MemoryPlannerTest {
  private static final ArenaKey FLOATS = new ArenaKey(MemorySpace.HEAP, Carrier.FLOATS);
  private static final ArenaKey LONGS = new ArenaKey(MemorySpace.HEAP, Carrier.LONGS);
  private static final ArenaKey DEVICE =
      ArenaKey.of(new MemorySpace.Device(new DeviceId("cpu", 1)), Carrier.DOUBLES);

  @Test
  void aChainNeedsTwoBuffers() {
    MemoryPlanner planner = new MemoryPlanner();
    for (int step = 0; step < 10; step++) {
      planner.read(planner.add(FLOATS, 100, step), step + 1);
    }
    assertThat(planner.plan().arenas()).isEqualTo(Map.of(FLOATS, new Arena(200, 200)));
    assertThat(planner.plan().bytes()).isEqualTo(800);
  }

  @Test
  void outputsLiveToTheEnd() {
    MemoryPlanner planner = new MemoryPlanner();
    planner.read(planner.add(LONGS, 5, 0), MemoryPlan.END);
    planner.add(LONGS, 5, 9);
    assertThat(planner.plan().arenas().get(LONGS).peak()).isEqualTo(10);
    assertThat(planner.plan().blocks().get(0).death()).isEqualTo(MemoryPlan.END);
    assertThat(planner.plan().blocks().get(1).death()).isEqualTo(9);
  }

  @Test
  void outsideTheHeapAllShareOneAlignedArena() {
    MemoryPlanner planner = new MemoryPlanner();
    planner.read(planner.add(DEVICE, 65, 0), 1);
    planner.read(planner.add(DEVICE, 1, 0), 1);
    planner.read(planner.add(ArenaKey.of(DEVICE.space(), Carrier.BYTES), 64, 1), 1);
    assertThat(planner.plan().arenas()).isEqualTo(Map.of(DEVICE, new Arena(256, 256)));
  }

  @Test
  void anArenaOutsideTheHeapHasNoCarrierOfItsOwn() {
    assertThatThrownBy(() -> new ArenaKey(MemorySpace.NATIVE, Carrier.FLOATS))
        .hasMessage("an arena in native holds BYTES, not FLOATS; ask ArenaKey.of for it");
  }

  @Test
  void whatLivesTogetherNeverOverlaps() {
    for (long seed = 0; seed < 300; seed++) {
      check(random(new Random(seed), 60), seed);
    }
  }

  @Test
  void smallPlansAreCloseToTheLowerBound() {
    for (long seed = 0; seed < 300; seed++) {
      checkRatios(random(new Random(seed), 60), seed);
    }
  }

  @Test
  void largePlansAreCloseToTheLowerBound() {
    for (long seed = 0; seed < 50; seed++) {
      checkRatios(random(new Random(seed), 3000), seed);
    }
  }

  @Test
  void manyBlocksThatLiveToTheEndAreStillPlaced() {
    MemoryPlanner planner = new MemoryPlanner();
    for (int step = 0; step < 30_000; step++) {
      planner.read(planner.add(LONGS, 1 + step % 7, step), MemoryPlan.END);
    }
    assertThat(planner.plan().arenas().get(LONGS).ratio()).isEqualTo(1);
  }

  private static MemoryPlan random(Random random, int count) {
    ArenaKey[] arenas = {FLOATS, LONGS, DEVICE};
    MemoryPlanner planner = new MemoryPlanner();
    for (int i = 0; i < count; i++) {
      long units = random.nextInt(10) == 0 ? random.nextInt(5000) : random.nextInt(500);
      int index = planner.add(arenas[random.nextInt(3)], units, i / 2);
      boolean isOutput = random.nextInt(100) == 0;
      int reach = random.nextInt(8) == 0 ? 40 : 6;
      planner.read(index, isOutput ? MemoryPlan.END : i / 2 + random.nextInt(reach));
    }
    return planner.plan();
  }

  private static void checkRatios(MemoryPlan plan, long seed) {
    plan.arenas()
        .forEach(
            (arena, size) ->
                assertThat(size.ratio()).as("%s, seed %d", arena, seed).isBetween(1.0, 1.15));
  }

  private static void check(MemoryPlan plan, long seed) {
    Map<ArenaKey, Long> ends = new HashMap<>();
    for (int i = 0; i < plan.blocks().size(); i++) {
      Block a = plan.blocks().get(i);
      ends.merge(a.arena(), a.end(), Math::max);
      assertThat(a.offset() % a.arena().alignment()).isZero();
      for (int j = 0; j < i; j++) {
        Block b = plan.blocks().get(j);
        boolean together =
            a.arena().equals(b.arena()) && a.birth() <= b.death() && b.birth() <= a.death();
        boolean overlap = a.offset() < b.end() && b.offset() < a.end();
        assertThat(together && overlap && a.units() > 0 && b.units() > 0)
            .as("seed %d, values %d and %d", seed, i, j)
            .isFalse();
      }
    }
    ends.forEach(
        (arena, end) ->
            assertThat(plan.arenas().get(arena).peak())
                .as("seed %d", seed)
                .isGreaterThanOrEqualTo(end));
  }
}
