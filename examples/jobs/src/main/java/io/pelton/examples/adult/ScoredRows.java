package io.pelton.examples.adult;

import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.ArrowBatch;
import io.pelton.arrow.io.IpcFileReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.VarCharVector;

/**
 * Reads back what the job wrote: for every row the probability, the truth, and whether training saw
 * it.
 */
final class ScoredRows {
  private static final String POSITIVE = ">50K";

  private record ScoredRow(float probability, boolean isPositive, boolean isHeldOut) {}

  private final List<ScoredRow> rows = new ArrayList<>();

  private ScoredRows() {}

  static ScoredRows read(List<Path> files) {
    ScoredRows scored = new ScoredRows();
    try (ArrowAllocator allocator = ArrowAllocator.open("predictions")) {
      for (Path file : files) {
        scored.add(file, allocator);
      }
    }
    return scored;
  }

  private void add(Path file, ArrowAllocator allocator) {
    try (IpcFileReader reader = IpcFileReader.open(file, allocator)) {
      while (reader.hasNext()) {
        try (ArrowBatch batch = reader.next()) {
          add(batch);
        }
      }
    }
  }

  private void add(ArrowBatch batch) {
    Float4Vector probability = (Float4Vector) batch.vector("probabilities_1");
    VarCharVector income = (VarCharVector) batch.vector("income");
    BitVector heldOut = (BitVector) batch.vector("held_out");
    for (int row = 0; row < batch.rows(); row++) {
      rows.add(
          new ScoredRow(
              probability.get(row),
              income.getObject(row).toString().equals(POSITIVE),
              heldOut.get(row) == 1));
    }
  }

  int count() {
    return rows.size();
  }

  /** Quality on the rows that training did not see. */
  BinaryMetrics heldOut() {
    List<ScoredRow> heldOut = rows.stream().filter(ScoredRow::isHeldOut).toList();
    float[] probabilities = new float[heldOut.size()];
    boolean[] truth = new boolean[heldOut.size()];
    for (int i = 0; i < truth.length; i++) {
      probabilities[i] = heldOut.get(i).probability();
      truth[i] = heldOut.get(i).isPositive();
    }
    return BinaryMetrics.of(probabilities, truth);
  }
}
