package io.pelton.engine.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.engine.error.NoBackendForOp;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.testing.Relus;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class KernelGapTest {
  private final Backend singles = Relus.backend("singles", Relus.alternative("relu"));
  private final Backend bare = Relus.backend("bare");
  private final Graph halves = Relus.graph(DType.F16, 4);

  @Test
  void aBackendAloneTellsWhatItHas() {
    assertThatThrownBy(() -> singles.select(halves, Relus.node()))
        .isInstanceOfSatisfying(
            NoBackendForOp.class,
            e -> {
              assertThat(e.node()).isEqualTo("relu");
              assertThat(e.op()).isEqualTo("Relu");
              assertThat(e.dtypes()).isEqualTo("F16->F16");
              assertThat(e.availableBackends()).containsExactly("singles");
              assertThat(e.supportedCombinations())
                  .isEqualTo(Map.of("singles", List.of("F32->F32")));
            })
        .hasMessage(
            "Node 'relu': no kernel for Relu[F16->F16] on backends [singles]. Supported for Relu:"
                + " singles [F32->F32]; insert a Cast, or admit a backend that has it.");
  }

  @Test
  void everyOpenBackendIsListedAndOnlyThoseThatMayRunItAreAvailable() {
    Backend wide = Relus.backend("wide", Relus.alternative("relu"));
    wide.extend(
        table ->
            table.add(
                OpKind.RELU, List.of(DType.F16), List.of(DType.F16), Relus.alternative("half")));
    NoBackendForOp gap =
        KernelGap.of(halves, Relus.node(), List.of("singles", "bare"), tables(singles, bare, wide));
    assertThat(gap.availableBackends()).containsExactly("singles", "bare");
    assertThat(gap.supportedCombinations())
        .containsExactly(
            Map.entry("singles", List.of("F32->F32")),
            Map.entry("bare", List.of()),
            Map.entry("wide", List.of("F32->F32", "F16->F16")));
    assertThat(gap)
        .hasMessageContaining("on backends [singles, bare].")
        .hasMessageContaining("singles [F32->F32], bare nothing, wide [F32->F32, F16->F16]");
  }

  @Test
  void anOpThatNoBackendKnowsIsSaidToBeSo() {
    assertThat(KernelGap.of(halves, Relus.node(), List.of("bare"), tables(bare)))
        .hasMessageContaining("Supported for Relu: nothing on any backend; express the op");
  }

  @Test
  void ofManyCombinationsOnlyTheNearestAreSaid() {
    List<String> casts = new ArrayList<>();
    for (DType from : DType.values()) {
      for (DType to : DType.values()) {
        casts.add(from + "->" + to);
      }
    }
    casts.remove("I8->F4E2M1");
    NoBackendForOp gap =
        new NoBackendForOp("n", "Cast", "I8->F4E2M1", List.of("cpu"), Map.of("cpu", casts));
    assertThat(gap.supportedCombinations().get("cpu")).isEqualTo(casts);
    assertThat(gap.getMessage()).hasSizeLessThan(400).contains("F64->F4E2M1");
    assertThat(gap).hasMessageContaining(" and " + (casts.size() - 12) + " more]");
  }

  private static Map<String, BindingTable> tables(Backend... backends) {
    Map<String, BindingTable> tables = new LinkedHashMap<>();
    for (Backend backend : backends) {
      tables.put(backend.name(), backend.table());
    }
    return tables;
  }
}
