package io.pelton.cpu.kernel.score;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import io.pelton.engine.graph.PostTransform;
import org.junit.jupiter.api.Test;

class ScoresTest {
  private static float[] write(PostTransform post, double... scores) {
    float[] out = new float[scores.length];
    Scores.write(post, scores, scores.length, out, 0);
    return out;
  }

  @Test
  void probitTakesTheStepsOfOnnxRuntime() {
    assertThat(Scores.probit(0.3f)).isEqualTo(-0.5244459f);
    assertThat(Scores.probit(0.7f)).isEqualTo(0.5244459f);
    assertThat(Scores.probit(0.1f)).isEqualTo(-1.2817129f);
    assertThat(Scores.probit(0.18f)).isEqualTo(-0.9155199f);
    assertThat(Scores.probit(0.04f)).isEqualTo(-1.7503047f);
    assertThat(Scores.probit(0.5f)).isEqualTo(0f);
    assertThat(Scores.probit(0f)).isEqualTo(Float.NEGATIVE_INFINITY);
    assertThat(Scores.probit(-0.3f)).isNaN();
  }

  @Test
  void logisticIsRightAtTheEnds() {
    float[] scores = write(PostTransform.LOGISTIC, 0, 1000, -1000, -20, Double.NaN);
    assertThat(scores).startsWith(0.5f, 1f, 0f, (float) 2.0611536181902037e-9);
    assertThat(scores[4]).isNaN();
  }

  @Test
  void softmaxDoesNotOverflow() {
    assertThat(write(PostTransform.SOFTMAX, 1000, 1000)).containsExactly(0.5f, 0.5f);
    assertThat(write(PostTransform.SOFTMAX, 0.4, 0.3, 0.3))
        .containsExactly(new float[] {0.35591307f, 0.32204348f, 0.32204348f}, offset(1e-7f));
  }

  @Test
  void softmaxZeroKeepsZeros() {
    assertThat(write(PostTransform.SOFTMAX_ZERO, 0.4, 0, 0.4)).containsExactly(0.5f, 0f, 0.5f);
    assertThat(write(PostTransform.SOFTMAX_ZERO, 0, -0.3)).containsExactly(0f, 1f);
    assertThat(write(PostTransform.SOFTMAX_ZERO, 0, 0)).containsExactly(0f, 0f);
  }

  @Test
  void onlyProbitTransformsASingleScore() {
    for (PostTransform post : PostTransform.values()) {
      assertThat(Scores.single(post, 0.3f))
          .isEqualTo(post == PostTransform.PROBIT ? -0.5244459f : 0.3f);
    }
  }

  @Test
  void theFirstOfEqualMaximaWins() {
    assertThat(Scores.firstMaximum(new double[] {1, 3, 3, 2}, 4)).isEqualTo(1);
    assertThat(Scores.firstMaximum(new double[] {Double.NaN, Double.NaN}, 2)).isZero();
  }
}
