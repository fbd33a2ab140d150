package io.pelton.flink.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArrowSplitsTest {
  @ParameterizedTest
  @CsvSource({"8, 2, 2", "7, 3, 3", "2, 5, 2", "1, 1, 1", "0, 4, 0"})
  void runsCoverEveryBatchOnce(int batches, int readers, int expected) {
    List<ArrowSplit> splits = ArrowEnumerator.cut("f", batches, readers);
    assertThat(splits).hasSize(expected);
    int next = 0;
    for (ArrowSplit split : splits) {
      assertThat(split.next()).isEqualTo(next);
      next = split.end();
    }
    assertThat(next).isEqualTo(batches);
    assertThat(splits).extracting(ArrowSplit::splitId).doesNotHaveDuplicates();
  }

  @Test
  void anAdvancedSplitKeepsItsId() {
    ArrowSplit split = new ArrowSplit("f", 0, 2);
    assertThat(split.advance().splitId()).isEqualTo(split.splitId());
    assertThat(split.advance().isDone()).isFalse();
    assertThat(split.advance().advance().isDone()).isTrue();
  }

  @Test
  void splitsAreRestored() throws IOException {
    ArrowSplit split = new ArrowSplit("s3://bucket/ä.arrow", 3, 9);
    ArrowSplitSerializer serializer = new ArrowSplitSerializer();
    assertThat(serializer.deserialize(serializer.getVersion(), serializer.serialize(split)))
        .isEqualTo(split);
    assertThatThrownBy(() -> serializer.deserialize(99, serializer.serialize(split)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("99");
  }

  @Test
  void pendingSplitsAreRestored() throws IOException {
    PendingSplits pending =
        new PendingSplits(true, List.of(new ArrowSplit("a", 0, 1), new ArrowSplit("b", 2, 3)));
    PendingSplitsSerializer serializer = new PendingSplitsSerializer();
    assertThat(serializer.deserialize(serializer.getVersion(), serializer.serialize(pending)))
        .isEqualTo(pending);
  }
}
