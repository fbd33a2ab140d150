package io.pelton.cpu.testing;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.pelton.engine.graph.Op;
import io.pelton.engine.tensor.Tensor;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** What holds for every kernel that processes rows. */
public final class RowChecks {
  private RowChecks() {}

  /**
   * Rows have the same bits whatever the bucket and the number of active rows.
   *
   * @param rowOperands which of the operands have rows, at least 16 of them
   */
  public static void assertSameBits(Op op, Set<Integer> rowOperands, Tensor... operands) {
    List<Tensor> sources = Arrays.asList(operands);
    int rows = rows(rowOperands, sources);
    RowNode all = new RowNode(op, rows, rowOperands, sources);
    all.run(0, rows);
    Object[] expected = all.rows(rows);
    int perRow = expected.length / rows;
    for (int bucket : new int[] {1, 7, rows}) {
      RowNode part = new RowNode(op, bucket, rowOperands, sources);
      for (int active : new int[] {bucket, (bucket + 1) / 2}) {
        for (int from = 0; from < rows; from += active) {
          int count = Math.min(active, rows - from);
          part.run(from, count);
          assertThat(part.rows(count))
              .as("%s, bucket %d, rows %d to %d", op.label(), bucket, from, from + count)
              .isEqualTo(Arrays.copyOfRange(expected, from * perRow, (from + count) * perRow));
        }
      }
    }
  }

  /**
   * A run allocates nothing once it is warm: what the JVM itself allocates now and then does not
   * show in every round.
   */
  public static void assertNoAllocation(Op op, Set<Integer> rowOperands, Tensor... operands) {
    List<Tensor> sources = Arrays.asList(operands);
    int rows = rows(rowOperands, sources);
    RowNode warm = new RowNode(op, rows, rowOperands, sources);
    for (int i = 0; i < 200; i++) {
      warm.run(0, rows);
    }
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long least = Long.MAX_VALUE;
    for (int round = 0; round < 5; round++) {
      long before = threads.getCurrentThreadAllocatedBytes();
      for (int i = 0; i < 50; i++) {
        warm.run(0, rows);
      }
      least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
    }
    assertThat(least).as(op.label()).isZero();
  }

  private static int rows(Set<Integer> rowOperands, List<Tensor> sources) {
    Tensor first = sources.get(rowOperands.iterator().next());
    return Math.toIntExact(first.layout().dim(0));
  }
}
