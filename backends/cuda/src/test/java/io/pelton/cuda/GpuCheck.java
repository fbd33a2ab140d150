package io.pelton.cuda;

import static org.junit.platform.engine.discovery.ClassNameFilter.includeClassNamePatterns;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectPackage;

import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * Runs, in a process whose {@code pelton.cuda.driver} is {@code real}, the tests that need no
 * emulated driver, and prints what became of each class.
 */
public final class GpuCheck implements TestExecutionListener {
  private static final String[] PACKAGES = {
    "io.pelton.cuda.kernel", "io.pelton.cuda.contract", "io.pelton.cuda.model"
  };

  private static final class Counts {
    private int passed;
    private int failed;
    private int skipped;
    private long nanos;
  }

  private final Map<String, Counts> classes = new LinkedHashMap<>();
  private TestPlan plan;
  private long started;

  private GpuCheck() {}

  /** Ends with status 1 when a test failed or none ran. */
  public static void main(String[] arguments) {
    LauncherDiscoveryRequestBuilder request =
        LauncherDiscoveryRequestBuilder.request().filters(includeClassNamePatterns(".*Test"));
    for (String name : PACKAGES) {
      request.selectors(selectPackage(name));
    }
    LauncherDiscoveryRequest tests = request.build();
    GpuCheck check = new GpuCheck();
    LauncherFactory.create().execute(tests, check);
    check.print();
    boolean isGood =
        check.classes.values().stream().allMatch(counts -> counts.failed == 0)
            && check.classes.values().stream().anyMatch(counts -> counts.passed > 0);
    System.exit(isGood ? 0 : 1);
  }

  @Override
  public void testPlanExecutionStarted(TestPlan testPlan) {
    plan = testPlan;
  }

  @Override
  public void executionStarted(TestIdentifier test) {
    if (test.isTest()) {
      started = System.nanoTime();
    }
  }

  @Override
  public void executionSkipped(TestIdentifier test, String reason) {
    counts(test).skipped++;
    System.out.println("skipped: " + test.getDisplayName() + ": " + reason);
  }

  @Override
  public void executionFinished(TestIdentifier test, TestExecutionResult result) {
    boolean isSuccess = result.getStatus() == TestExecutionResult.Status.SUCCESSFUL;
    if (!test.isTest() && isSuccess) {
      return;
    }
    Counts counts = counts(test);
    counts.nanos += test.isTest() ? System.nanoTime() - started : 0;
    if (isSuccess) {
      counts.passed++;
    } else if (result.getStatus() == TestExecutionResult.Status.ABORTED) {
      counts.skipped++;
    } else {
      counts.failed++;
      System.out.println(
          "failed: " + test.getUniqueId() + ": " + result.getThrowable().orElse(null));
    }
  }

  private Counts counts(TestIdentifier test) {
    return classes.computeIfAbsent(className(test), name -> new Counts());
  }

  private String className(TestIdentifier test) {
    TestIdentifier at = test;
    while (at != null) {
      if (at.getSource().orElse(null) instanceof ClassSource source) {
        return source.getClassName();
      }
      at = plan.getParent(at).orElse(null);
    }
    return test.getDisplayName();
  }

  private void print() {
    System.out.printf("%-80s %7s %7s %7s %9s%n", "class", "passed", "failed", "skipped", "seconds");
    classes.forEach(
        (name, counts) ->
            System.out.printf(
                "%-80s %7d %7d %7d %9.1f%n",
                name, counts.passed, counts.failed, counts.skipped, counts.nanos / 1e9));
  }
}
