package io.pelton.engine.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.engine.error.IncompatibleSource;
import io.pelton.engine.error.UnknownName;
import io.pelton.engine.executable.BucketRange;
import io.pelton.engine.executable.BucketedCompileCache;
import io.pelton.engine.executable.BucketedCompileCacheBuilder;
import io.pelton.engine.executable.CompiledGraph;
import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.SymbolId;
import io.pelton.engine.tensor.Tensor;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a {@code BucketedCompileCache} is made of, on any backend. */
public abstract class BucketBuilderContract extends GraphFixture {
  private BucketedCompileCacheBuilder builder() {
    return BucketedCompileCache.builder(compile(network()));
  }

  @Test
  void aLadderEndsAtPowersOfTwoAndWastesLessThanHalf() {
    BucketedCompileCache cache = opened(builder().ladder(3, 100).build());
    assertThat(cache.ranges())
        .containsExactly(
            new BucketRange(3, 4),
            new BucketRange(5, 8),
            new BucketRange(9, 16),
            new BucketRange(17, 32),
            new BucketRange(33, 64),
            new BucketRange(65, 100));
    for (int length = 3; length <= 100; length++) {
      assertThat(cache.upper(length)).isBetween(length, 2 * length - 1);
    }
    assertThat(opened(builder().ladder(1, 1).build()).ranges())
        .containsExactly(new BucketRange(1, 1));
  }

  @Test
  void theLadderIsTheDefault() {
    BucketedCompileCache cache = opened(builder().build());
    assertThat(cache.symbol()).isEqualTo("N");
    assertThat(cache.ranges()).hasSize(11).endsWith(new BucketRange(513, 1024));
  }

  @Test
  void theDefaultEndsWhereTheInputsDo() {
    ValueId x = input("x", DType.F32, Extent.symbolic(new SymbolId("R"), 48));
    CompiledGraph compiled = compile(named(binary(OpKind.ADD, x, x), "x", x));
    BucketedCompileCache cache = opened(BucketedCompileCache.builder(compiled).build());
    assertThat(cache.ranges()).endsWith(new BucketRange(17, 32), new BucketRange(33, 48));
  }

  @Test
  void rangesArePositiveAscendingAndDisjoint() {
    for (int[] wrong : List.of(new int[] {0, 4}, new int[] {5, 4}, new int[] {-1, -1})) {
      assertThatThrownBy(() -> builder().range(wrong[0], wrong[1]))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("a bucket range of " + wrong[0] + " to " + wrong[1]);
      assertThatThrownBy(() -> builder().ladder(wrong[0], wrong[1]))
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThatThrownBy(() -> builder().range(1, 4).range(4, 8).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("4 to 8 follows 1 to 4");
    assertThatThrownBy(() -> builder().range(5, 8).range(1, 4).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("1 to 4 follows 5 to 8");
    assertThatThrownBy(() -> builder().range(1, Integer.MAX_VALUE))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> builder().capacity(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("at least 1");
  }

  @Test
  void theSymbolIsOneOfTheInputs() {
    assertThatThrownBy(() -> builder().along("K").build())
        .isInstanceOf(UnknownName.class)
        .hasMessageContaining("'K'")
        .hasMessageContaining("[N]");
    ValueId a = input("a", DType.F32, N, Extent.fixed(2));
    ValueId b = input("b", DType.F32, M, Extent.fixed(2));
    CompiledGraph two = compile(named(binary(OpKind.ADD, a, b), "a", a, "b", b));
    assertThatThrownBy(() -> BucketedCompileCache.builder(two).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("[N, M]")
        .hasMessageContaining("along(...)");
    assertThat(opened(BucketedCompileCache.builder(two).along("M").build()).symbol())
        .isEqualTo("M");
  }

  @Test
  void executablesAreForkedFromTheGivenOne() {
    NamedGraph network = network();
    CompiledGraph compiled = compile(network);
    ExecutableGraph source = opened(compiled.newExecutable());
    BucketedCompileCache cache =
        BucketedCompileCache.builder(compiled).forkedFrom(source).ladder(1, 4).build();
    Tensor x = Tensor.of(random(15), 3, 5);
    Tensor y = (Tensor) cache.runPadded(Map.of("x", x)).get("y");
    cache.close();
    assertThat(run(source, "x", x)).containsExactly(y.toFloats());
    ExecutableGraph foreign = executable(network);
    assertThatThrownBy(() -> BucketedCompileCache.builder(compiled).forkedFrom(foreign).build())
        .isInstanceOf(IncompatibleSource.class)
        .hasMessageContaining("bucketed cache of 'test'");
  }
}
