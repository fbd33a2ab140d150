package io.pelton.examples.benchmarks;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Collection;

/** One way to do something, with the times that its rounds took. */
public final class Contender {
  /** Does it once. */
  public interface Pass {
    /**
     * @param number of the pass in its round, for those that change their inputs
     */
    void run(int number);
  }

  private final Pass pass;
  private final int passes;
  private final double[] nanos;

  /**
   * @param passes of one round
   * @param rounds that are measured
   */
  public Contender(Pass pass, int passes, int rounds) {
    this.pass = pass;
    this.passes = passes;
    this.nanos = new double[rounds];
  }

  /** Lets all of them take turns: in every round each one once, after rounds that don't count. */
  public static void takeTurns(Collection<Contender> contenders, int warmUp, int rounds) {
    for (int round = 0; round < warmUp; round++) {
      contenders.forEach(Contender::run);
    }
    for (int round = 0; round < rounds; round++) {
      for (Contender contender : contenders) {
        contender.measure(round);
      }
    }
  }

  private void run() {
    for (int number = 0; number < passes; number++) {
      pass.run(number);
    }
  }

  private void measure(int round) {
    long start = System.nanoTime();
    run();
    nanos[round] = (double) (System.nanoTime() - start) / passes;
  }

  /** The median round's time of a pass. */
  public double nanos() {
    return Results.median(nanos);
  }

  /** The median over the rounds of the peer's time over this one's. */
  public double ratioTo(Contender peer) {
    double[] ratios = new double[nanos.length];
    for (int round = 0; round < ratios.length; round++) {
      ratios[round] = peer.nanos[round] / nanos[round];
    }
    return Results.median(ratios);
  }

  /** Bytes that a pass allocates on this thread. */
  public double allocated() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    run();
    return (double) (threads.getCurrentThreadAllocatedBytes() - before) / passes;
  }
}
