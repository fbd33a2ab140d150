package io.pelton.engine.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExpertStateTest {
  private static final boolean[] NONE = null;

  private final RunState run = new RunState();
  private final ExpertState experts = run.experts();

  @Test
  void expertsAreResidentUnlessAMaskSaysElse() {
    ExpertLayer layer = experts.layer(0);
    assertThat(resident(layer)).containsExactly(true, true, true);
    experts.setResident(new boolean[] {false, true});
    assertThat(resident(layer)).containsExactly(false, true, true);
    experts.setResident(new boolean[0]);
    assertThat(resident(layer)).containsExactly(true, true, true);
    assertThatNullPointerException().isThrownBy(() -> experts.setResident(null));
  }

  @Test
  void aLayersOwnMaskReplacesTheOneForAll() {
    experts.setResidentByLayer(Arrays.asList(NONE, new boolean[] {true, true, false}));
    experts.setResident(new boolean[] {false});
    assertThat(resident(experts.layer(2))).containsExactly(false, true, true);
    assertThat(resident(experts.layer(1))).containsExactly(true, true, false);
    assertThat(resident(experts.layer(0))).containsExactly(false, true, true);
    experts.setResidentByLayer(List.of(new boolean[] {true, false}));
    assertThat(resident(experts.layer(0))).containsExactly(true, false, true);
    assertThat(resident(experts.layer(1))).containsExactly(false, true, true);
  }

  @Test
  void masksAreCopied() {
    boolean[] mask = {false};
    experts.setResident(mask);
    mask[0] = true;
    assertThat(experts.layer(0).isResident(0)).isFalse();
  }

  @Test
  void choicesOfTheLastRunAreTakenOnce() {
    ExpertLayer layer = experts.layer(1);
    run.begin();
    assertThat(layer.isNoting()).isFalse();
    assertThat(experts.takeTopK()).isEmpty();
    experts.setCapturing(true);
    assertThat(layer.isNoting()).isFalse();
    for (int count : new int[] {40, 3}) {
      run.begin();
      assertThat(layer.isNoting()).isTrue();
      for (int i = 0; i < count; i++) {
        layer.note(i);
      }
      List<int[]> chosen = experts.takeTopK().orElseThrow();
      assertThat(chosen).hasSize(2);
      assertThat(chosen.get(0)).isEmpty();
      assertThat(chosen.get(1)).hasSize(count).startsWith(0, 1, 2);
      assertThat(experts.takeTopK()).isEmpty();
    }
    experts.setCapturing(false);
    run.begin();
    assertThat(experts.takeTopK()).isEmpty();
  }

  @Test
  void countsOfTheLastRunAreTakenOnce() {
    assertThat(experts.takeStatistics()).isEmpty();
    experts.setResident(new boolean[] {false});
    run.begin();
    experts.layer(0).count(0, 5);
    run.begin();
    experts.layer(0).count(0, 2);
    experts.layer(1).count(0, 3);
    experts.layer(1).count(1, 7);
    assertThat(experts.takeStatistics()).contains(new ExpertStatistics(1, 2, 7, 5));
    assertThat(experts.takeStatistics()).isEmpty();
    run.begin();
    assertThat(experts.takeStatistics()).contains(new ExpertStatistics(0, 0, 0, 0));
  }

  @Test
  void whoTakesSettingsOverNotesOfItsOwn() {
    experts.setResident(new boolean[] {false});
    experts.setResidentByLayer(List.of(new boolean[] {true, false}));
    experts.setCapturing(true);
    run.begin();
    experts.layer(0).count(0, 5);
    experts.layer(0).note(0);
    RunState fork = new RunState();
    fork.takeSettings(run);
    assertThat(fork.experts().takeTopK()).isEmpty();
    assertThat(fork.experts().takeStatistics()).isEmpty();
    assertThat(resident(fork.experts().layer(0))).containsExactly(true, false, true);
    assertThat(resident(fork.experts().layer(1))).containsExactly(false, true, true);
    fork.begin();
    assertThat(fork.experts().layer(0).isNoting()).isTrue();
    experts.setResidentByLayer(List.of());
    assertThat(resident(fork.experts().layer(0))).containsExactly(true, false, true);
  }

  private static boolean[] resident(ExpertLayer layer) {
    return new boolean[] {layer.isResident(0), layer.isResident(1), layer.isResident(2)};
  }
}
