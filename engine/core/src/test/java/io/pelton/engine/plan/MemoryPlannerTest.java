package io.pelton.engine.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.MemorySpace;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MemoryPlannerTest {
  private static final ArenaKey FLOATS = ArenaKey.of(MemorySpace.HEAP, DType.F32);
  private static final ArenaKey LONGS = ArenaKey.of(MemorySpace.HEAP, DType.I64);

  private record Life(ArenaKey carrier, long slots, int birth, int death) {}

  @Test
  void aChainNeedsTwoBuffers() {
    MemoryPlanner planner = new MemoryPlanner();
    for (int step = 0; step < 10; step++) {
      int index = planner.add(FLOATS, 100, step);
      planner.read(index, step + 1);
    }
    assertThat(planner.plan().sizes()).containsOnlyKeys(FLOATS).containsValue(200L);
    assertThat(planner.plan().bytes()).isEqualTo(800);
  }

  @Test
  void outputsLiveToTheEnd() {
    MemoryPlanner planner = new MemoryPlanner();
    planner.read(planner.add(LONGS, 5, 0), MemoryPlanner.END);
    planner.add(LONGS, 5, 9);
    assertThat(planner.plan().sizes().get(LONGS)).isEqualTo(10);
  }

  @Test
  void whatLivesTogetherNeverOverlaps() {
    for (long seed = 0; seed < 200; seed++) {
      Random random = new Random(seed);
      MemoryPlanner planner = new MemoryPlanner();
      List<Life> lives = new ArrayList<>();
      for (int i = 0; i < 30; i++) {
        ArenaKey carrier = random.nextBoolean() ? FLOATS : LONGS;
        Life life = new Life(carrier, random.nextInt(50), i, i + random.nextInt(8));
        planner.read(planner.add(carrier, life.slots, life.birth), life.death);
        lives.add(life);
      }
      check(lives, planner.plan(), seed);
    }
  }

  private static void check(List<Life> lives, MemoryPlan plan, long seed) {
    for (int i = 0; i < lives.size(); i++) {
      Life a = lives.get(i);
      long offset = plan.offsets().get(i);
      assertThat(offset + a.slots).isLessThanOrEqualTo(plan.sizes().get(a.carrier));
      for (int j = 0; j < i; j++) {
        Life b = lives.get(j);
        long other = plan.offsets().get(j);
        boolean together = a.carrier.equals(b.carrier) && a.birth <= b.death && b.birth <= a.death;
        boolean overlap = offset < other + b.slots && other < offset + a.slots;
        assertThat(together && overlap && a.slots > 0 && b.slots > 0)
            .as("seed %d, values %d and %d", seed, i, j)
            .isFalse();
      }
    }
  }
}
