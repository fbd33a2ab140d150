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
   * Rows have the same bits whatever the bucket, the number of active rows and, for kernels that
   * write to native memory, the memory.
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
    if (all.writesNative()) {
      for (int bucket : new int[] {1, 7, rows}) {
        assertSameBitsInNativeMemory(op, bucket, rowOperands, sources, expected);
      }
    }
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
   * Kernels write the bits that they write to the heap to native memory as well, and nothing else.
   *
   * @param expected all elements of the output
   */
  public static void assertSameBitsInNativeMemory(
      Op op, int bucket, Set<Integer> rowOperands, List<Tensor> sources, Object... expected) {
    int perRow = expected.length / rows(rowOperands, sources);
    for (int active : new int[] {0, (bucket + 1) / 2, bucket}) {
      RowNode node = RowNode.toNative(op, bucket, rowOperands, sources);
      node.run(0, active);
      assertThat(node.rows(active))
          .as("%s in native memory, %d of %d rows", op.label(), active, bucket)
          .isEqualTo(Arrays.copyOf(expected, active * perRow));
      node.assertUntouchedBeyond(active);
    }
  }

  /**
   * A run allocates nothing once it is warm: what the JVM itself allocates now and then does not
   * show in every round.
   */
  public static void assertNoAllocation(Op op, Set<Integer> rowOperands, Tensor... operands) {
    List<Tensor> sources = Arrays.asList(operands);
    int rows = rows(rowOperands, sources);
    assertNoAllocation(new RowNode(op, rows, rowOperands, sources), op.label(), rows);
  }

  /** {@link #assertNoAllocation(Op, Set, Tensor...)} of a node that is bound. */
  public static void assertNoAllocation(RowNode warm, String name, int rows) {
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
    assertThat(least).as(name).isZero();
  }

  private static int rows(Set<Integer> rowOperands, List<Tensor> sources) {
    Tensor first = sources.get(rowOperands.iterator().next());
    return Math.toIntExact(first.layout().dim(0));
  }
}
