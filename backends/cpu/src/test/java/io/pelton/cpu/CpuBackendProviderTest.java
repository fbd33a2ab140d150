package io.pelton.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.engine.graph.OpKind;
import io.pelton.engine.kernel.Backend;
import io.pelton.engine.kernel.BackendProvider;
import io.pelton.engine.kernel.Probe;
import java.util.EnumSet;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class CpuBackendProviderTest {
  @Test
  void isFoundAsAService() {
    assertThat(ServiceLoader.load(BackendProvider.class))
        .hasOnlyElementsOfType(CpuBackendProvider.class);
    assertThat(Backend.best(getClass().getClassLoader()).name()).isEqualTo("cpu");
    assertThat(Backend.named("cpu", getClass().getClassLoader()).name()).isEqualTo("cpu");
  }

  @Test
  void saysWhatItRunsOn() {
    assertThat(new CpuBackendProvider().probe())
        .isInstanceOfSatisfying(
            Probe.Usable.class,
            usable ->
                assertThat(usable.description())
                    .contains(System.getProperty("java.version"))
                    .contains(Runtime.getRuntime().availableProcessors() + " processors")
                    .contains("fused multiply-add"));
  }

  @Test
  void coversEveryOpThatMovesBytesOutsideTheTabularOnes() {
    Set<OpKind> covered =
        Backend.open(new CpuBackendProvider()).table().keys().stream()
            .map(key -> key.kind())
            .collect(Collectors.toSet());
    Set<OpKind> expected = EnumSet.range(OpKind.NOT, OpKind.RMS_NORM);
    expected.addAll(EnumSet.range(OpKind.CONCAT, OpKind.EMBEDDING_BAG));
    // no kernel: an arm is picked instead
    expected.remove(OpKind.BRANCH);
    assertThat(covered).containsAll(expected);
  }
}
