package io.pelton.engine.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlanCacheTest {
  private final PlanKey key = new PlanKey();
  private final List<String> released = new ArrayList<>();
  private final PlanCache<String> cache = new PlanCache<>(2, released::add);

  @Test
  void theLeastRecentlyUsedLeaves() {
    assertThat(get(1, "a")).isEqualTo("a");
    assertThat(get(2, "b")).isEqualTo("b");
    assertThat(get(1, "not made")).isEqualTo("a");
    assertThat(get(3, "c")).isEqualTo("c");
    assertThat(cache.plans()).containsExactlyInAnyOrder("a", "c");
    assertThat(get(1, "not made")).isEqualTo("a");
    assertThat(cache.hits()).isEqualTo(2);
    assertThat(cache.misses()).isEqualTo(3);
    assertThat(cache.evictions()).isEqualTo(1);
    assertThat(released).containsExactly("b");
    cache.clear();
    assertThat(released).containsExactlyInAnyOrder("a", "b", "c");
  }

  @Test
  void whatCannotBeMadeIsNotKept() {
    key.start(9);
    assertThat(cache.get(key, () -> null)).isNull();
    assertThat(cache.plans()).isEmpty();
  }

  @Test
  void rowsDoNotCountButStridesDo() {
    PlanKey other = new PlanKey();
    Tensor three = Tensor.of(new float[6], 3, 2);
    Tensor two = Tensor.of(new float[4], 2, 2);
    Tensor strided =
        new Tensor(three.storage(), Layout.of(new long[] {3, 2}, new long[] {1, 3}, 0));
    key.start(4);
    key.addInput(three, true);
    other.start(4);
    other.addInput(two, true);
    assertThat(other).isEqualTo(key).hasSameHashCodeAs(key);
    other.start(4);
    other.addInput(two, false);
    assertThat(other).isNotEqualTo(key);
    other.start(4);
    other.addInput(strided, true);
    assertThat(other).isNotEqualTo(key);
  }

  private String get(int bucket, String made) {
    key.start(bucket);
    return cache.get(key, () -> made);
  }
}
