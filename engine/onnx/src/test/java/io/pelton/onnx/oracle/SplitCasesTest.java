package io.pelton.onnx.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.engine.tensor.DType;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The kinds of field cases A3, A4 and A10: how a split sends a row, in every form of it. */
class SplitCasesTest {
  private static final double NAN = Double.NaN;
  private static final double INFINITY = Double.POSITIVE_INFINITY;

  private static boolean holds(String mode, double x, double threshold) {
    return switch (mode) {
      case "LEQ" -> x <= threshold;
      case "LT" -> x < threshold;
      case "GTE" -> x >= threshold;
      case "GT" -> x > threshold;
      case "EQ" -> x == threshold;
      case "NEQ" -> x != threshold;
      default -> throw new AssertionError(mode);
    };
  }

  private static double[] expected(
      SplitForm form, String mode, Boolean flag, double[] rows, double... thresholds) {
    return Arrays.stream(rows)
        .map(
            row -> {
              double x = form.rounded(row);
              boolean isTrue =
                  mode.equals("MEMBER")
                      ? Arrays.stream(thresholds).anyMatch(member -> x == form.rounded(member))
                      : holds(mode, x, form.rounded(thresholds[0]));
              return isTrue || (Double.isNaN(x) && Boolean.TRUE.equals(flag)) ? 10 : 20;
            })
        .toArray();
  }

  private static void check(
      SplitForm form, String mode, Boolean flag, double[] rows, double... thresholds) {
    assertThat(form.leaves(mode, flag, rows, thresholds))
        .as("%s %s, flag %s", mode, Arrays.toString(thresholds), flag)
        .containsExactly(expected(form, mode, flag, rows, thresholds));
  }

  /** NaN by the flag, but NEQ holds for it anyway; infinities are ordinary values. */
  @ParameterizedTest
  @EnumSource
  void a3EveryComparisonSendsNanWhereItsNodeSays(SplitForm form) {
    double[] rows = {NAN, INFINITY, -INFINITY, 0.5, 0.25, 0.75, -0.5, 0, -0.0};
    for (String mode : SplitForm.MODES) {
      for (Boolean flag : new Boolean[] {null, false, true}) {
        for (double threshold : new double[] {0.5, 0, -0.5, INFINITY, -INFINITY}) {
          if (form.has(mode)) {
            check(form, mode, flag, rows, threshold);
          }
        }
      }
    }
  }

  /** The answers of the case itself, not by the comparison above. */
  @ParameterizedTest
  @EnumSource
  void a3TheAnswersAreThose(SplitForm form) {
    for (String mode : SplitForm.MODES) {
      if (form.has(mode)) {
        double unflagged = mode.equals("NEQ") ? 10 : 20;
        double[] missing = {NAN};
        assertThat(form.leaves(mode, null, missing, 0.5)).containsExactly(unflagged);
        assertThat(form.leaves(mode, false, missing, 0.5)).containsExactly(unflagged);
        assertThat(form.leaves(mode, true, missing, 0.5)).containsExactly(10);
      }
    }
  }

  /** Rows on a threshold, and one step of either precision beside it. */
  @ParameterizedTest
  @EnumSource
  void a4RowsAreRoundedToWhatTheyAreComparedAs(SplitForm form) {
    double single = 0.1f;
    double[] rows = {
      0.1,
      0.1000000000001,
      single,
      Math.nextUp(0.1f),
      Math.nextDown(0.1f),
      Math.nextUp(0.1),
      Math.nextDown(0.1),
      -0.1,
      Float.MIN_VALUE,
      Double.MIN_VALUE
    };
    double[] thresholds = {0.1, single, Math.nextUp(0.1f), Math.nextDown(0.1f), -0.1, 0};
    for (String mode : SplitForm.MODES) {
      for (double threshold : thresholds) {
        if (form.has(mode)) {
          check(form, mode, false, rows, threshold);
        }
      }
    }
    double[] leaves = form.leaves("LEQ", false, new double[] {0.1, 0.1000000000001, single}, 0.1);
    if (form.dtype() == DType.F64) {
      assertThat(leaves).containsExactly(10, 20, 20);
    } else {
      assertThat(leaves).containsExactly(10, 10, 10);
    }
  }

  /** Codes are neither cut off nor is NaN one; the zeros are one code. */
  @ParameterizedTest
  @EnumSource
  void a10CategoriesAreComparedAsTheyAre(SplitForm form) {
    double[] rows = {NAN, -1, 2.5, 2, 0, -0.0, 1.75, INFINITY, -INFINITY, 4};
    for (Boolean flag : new Boolean[] {null, false, true}) {
      for (String mode : new String[] {"EQ", "NEQ"}) {
        check(form, mode, flag, rows, 2);
        check(form, mode, flag, rows, 0);
        check(form, mode, flag, rows, -1);
      }
      if (form.has("MEMBER")) {
        check(form, "MEMBER", flag, rows, 2);
        check(form, "MEMBER", flag, rows, 0, 4);
        check(form, "MEMBER", flag, rows, -1, 2, INFINITY);
      }
    }
    assertThat(form.leaves("EQ", false, rows, 2))
        .containsExactly(20, 20, 20, 10, 20, 20, 20, 20, 20, 20);
    assertThat(form.leaves("EQ", false, rows, 0))
        .containsExactly(20, 20, 20, 20, 10, 10, 20, 20, 20, 20);
  }
}
