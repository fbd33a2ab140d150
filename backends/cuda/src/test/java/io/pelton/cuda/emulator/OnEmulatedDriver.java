package io.pelton.cuda.emulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import jcuda.driver.JCudaDriver;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Runs the tests of a class on the {@linkplain EmulatedDriver emulated driver}, each without faults
 * at first. A test fails when it accessed memory outside of an allocation, used a context wrongly,
 * or left a context that failed, memory, streams, events or graphs behind. What {@code @BeforeAll}
 * made may stay.
 *
 * <p>Where the property {@code pelton.cuda.driver} is {@code real}, nothing is emulated and nothing
 * of this is looked at: tests run on the driver of the machine.
 */
public final class OnEmulatedDriver
    implements ExecutionCondition, BeforeAllCallback, BeforeEachCallback, AfterEachCallback {
  private static final boolean IS_REAL = "real".equals(System.getProperty("pelton.cuda.driver"));

  private static LiveResources before;

  /** True where tests run on the driver of the machine, which counts nothing for them. */
  public static boolean isReal() {
    return IS_REAL;
  }

  /** Skips the class where there is no compiler. */
  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    if (IS_REAL) {
      return ConditionEvaluationResult.enabled("the driver of the machine is used");
    }
    return EmulatedDriver.load()
        .map(ConditionEvaluationResult::disabled)
        .orElse(ConditionEvaluationResult.enabled("the emulated driver is loaded"));
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    if (!IS_REAL) {
      EmulatedDriver.reset();
    }
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    if (!IS_REAL) {
      EmulatedDriver.reset();
      rebase();
    }
  }

  /**
   * From now on, what is there belongs to nobody's test: for what is made once and kept by the
   * process.
   */
  public static void rebase() {
    before = LiveResources.now();
  }

  @Override
  public void afterEach(ExtensionContext context) {
    if (!IS_REAL) {
      check();
    }
  }

  private static void check() {
    List<String> problems = new ArrayList<>(EmulatedDriver.guardViolations());
    problems.addAll(EmulatedDriver.contextMisuses());
    List<String> leaks = LiveResources.now().leakedSince(before);
    problems.addAll(leaks);
    if (!leaks.isEmpty()) {
      problems.addAll(EmulatedDriver.liveMemory());
    }
    if (EmulatedDriver.orphans() > 0) {
      problems.add(EmulatedDriver.orphans() + " allocations went with their context, not freed");
    }
    // Whether or not a test meant it: the next one cannot use such a context.
    for (String failure : Control.endFailedContexts()) {
      problems.add("a context failed and was not reset: " + failure);
    }
    EmulatedDriver.reset();
    // a test may have let them be thrown; the backend looks at return codes
    JCudaDriver.setExceptionsEnabled(false);
    assertThat(problems).as("left by the test on the emulated driver").isEmpty();
  }
}
