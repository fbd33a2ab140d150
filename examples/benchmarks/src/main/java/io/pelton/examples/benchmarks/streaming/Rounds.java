package io.pelton.examples.benchmarks.streaming;

import com.sun.management.ThreadMXBean;
import io.pelton.examples.benchmarks.FreshJvm;
import io.pelton.examples.benchmarks.Results;
import java.lang.management.ManagementFactory;

/** Records a second, processor time and bytes of a record, round by round, on one thread. */
final class Rounds {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private static volatile boolean over;

  private final Schedule schedule;
  private final double[] rates;
  private final double[] cpu;
  private final double[] allocated;
  private int round = -1;
  private long next;
  private long time;
  private long records;
  private long cpuTime;
  private long bytes;

  Rounds(Schedule schedule) {
    this.schedule = schedule;
    this.rates = new double[schedule.rounds()];
    this.cpu = new double[schedule.rounds()];
    this.allocated = new double[schedule.rounds()];
  }

  /** Whether this JVM's one job has been measured, so that it may end. */
  static boolean areOver() {
    return over;
  }

  /**
   * @param count records so far
   */
  void passed(long count) {
    long now = System.nanoTime();
    if (next == 0) {
      next = now + schedule.warmUp().toNanos();
    }
    if (now < next || round == rates.length) {
      return;
    }
    long cpuNow = THREADS.getCurrentThreadCpuTime();
    long bytesNow = THREADS.getCurrentThreadAllocatedBytes();
    if (round >= 0) {
      long passed = count - records;
      rates[round] = passed * 1e9 / (now - time);
      cpu[round] = (double) (cpuNow - cpuTime) / passed;
      allocated[round] = (double) (bytesNow - bytes) / passed;
    }
    round++;
    over = round == rates.length;
    next = now + schedule.round().toNanos();
    time = now;
    records = count;
    cpuTime = cpuNow;
    bytes = bytesNow;
  }

  /** The medians. */
  void report() {
    if (round < rates.length) {
      throw new IllegalStateException("the input ended in round " + round);
    }
    FreshJvm.report(ScoreWriter.RATE, Results.median(rates));
    FreshJvm.report(ScoreWriter.CPU, Results.median(cpu));
    FreshJvm.report(ScoreWriter.ALLOCATED, Results.median(allocated));
  }
}
