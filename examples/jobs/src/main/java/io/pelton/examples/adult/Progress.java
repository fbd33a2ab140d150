package io.pelton.examples.adult;

import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichFilterFunction;

/** Passes every element on and says once a second, and at the end, how many it has seen, if any. */
final class Progress<T> extends RichFilterFunction<T> {
  private static final long serialVersionUID = 1L;
  private static final long INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(1);

  private transient long seen;
  private transient long lastPrinted;

  @Override
  public void open(OpenContext context) {
    seen = 0;
    lastPrinted = System.nanoTime();
  }

  @Override
  public boolean filter(T element) {
    seen++;
    long now = System.nanoTime();
    if (now - lastPrinted >= INTERVAL_NANOS) {
      print("so far");
      lastPrinted = now;
    }
    return true;
  }

  @Override
  public void close() {
    if (seen > 0) {
      print("in all");
    }
  }

  private void print(String when) {
    System.out.printf(
        "slot %d: %,d rows scored %s%n",
        getRuntimeContext().getTaskInfo().getIndexOfThisSubtask(), seen, when);
  }
}
