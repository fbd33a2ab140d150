package io.pelton.flink.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.flink.Batches;
import io.pelton.flink.source.BatchFormat.Piece;
import java.io.IOException;
import java.util.HexFormat;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArrowSplitsTest {
  private static final ArrowSplit SPLIT =
      new ArrowSplit("s3://bucket/ä.arrow", FileFormat.ARROW_FILE, 1234, 3, 9, 2, 77);

  @ParameterizedTest
  @CsvSource({"8, 2, 2", "7, 3, 3", "2, 5, 2", "1, 1, 1", "0, 4, 0"})
  void runsCoverEveryBatchOnce(int batches, int readers, int expected) {
    List<Piece> pieces = IpcFiles.cut(batches, readers);
    assertThat(pieces).hasSize(expected);
    int next = 0;
    for (Piece piece : pieces) {
      assertThat(piece.from()).isEqualTo(next);
      next = piece.end();
    }
    assertThat(next).isEqualTo(batches);
  }

  @Test
  void anAdvancedSplitKeepsItsId() {
    ArrowSplit advanced = SPLIT.advance(70);
    assertThat(advanced.splitId()).isEqualTo(SPLIT.splitId());
    assertThat(advanced.read()).isEqualTo(3);
    assertThat(advanced.rows()).isEqualTo(7);
    assertThat(advanced.isDone()).isFalse();
    assertThat(advanced.advance(7).isDone()).isTrue();
  }

  @Test
  void splitsAreRestored() throws IOException {
    ArrowSplitSerializer serializer = new ArrowSplitSerializer();
    assertThat(serializer.deserialize(serializer.getVersion(), serializer.serialize(SPLIT)))
        .isEqualTo(SPLIT);
    assertThatThrownBy(() -> serializer.deserialize(99, serializer.serialize(SPLIT)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("99");
  }

  @Test
  void pendingSplitsAreRestored() throws IOException {
    SeenFiles seen = new SeenFiles();
    seen.add(new SourceFile("a", 5));
    seen.add(new SourceFile("b", 7));
    FirstSchema first = new FirstSchema("a", Batches.AMOUNTS);
    PendingSplitsSerializer serializer = new PendingSplitsSerializer();
    PendingSplits restored =
        serializer.deserialize(
            serializer.getVersion(),
            serializer.serialize(new PendingSplits(true, List.of(SPLIT), seen, first, 12)));
    assertThat(restored.discovered()).isTrue();
    assertThat(restored.splits()).containsExactly(SPLIT);
    assertThat(restored.seen()).isEqualTo(seen);
    assertThat(restored.seen().length("b")).isEqualTo(OptionalLong.of(7));
    assertThat(restored.seen().length("c")).isEmpty();
    assertThat(restored.first()).isEqualTo(first);
    assertThat(restored.rows()).isEqualTo(12);
    assertThatThrownBy(() -> serializer.deserialize(99, new byte[64]))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("99");
  }

  @Test
  void splitsOfVersion1AreRead() throws IOException {
    byte[] bytes = hex("001473333a2f2f6275636b65742fc3a42e6172726f770000000300000009");
    assertThat(new ArrowSplitSerializer().deserialize(1, bytes))
        .isEqualTo(
            new ArrowSplit(
                "s3://bucket/ä.arrow",
                FileFormat.ARROW_FILE,
                SourceFile.UNKNOWN,
                3,
                9,
                0,
                ArrowSplit.ALL_ROWS));
  }

  @Test
  void pendingSplitsOfVersion1AreRead() throws IOException {
    PendingSplitsSerializer serializer = new PendingSplitsSerializer();
    PendingSplits pending =
        serializer.deserialize(
            1,
            hex(
                "01000000020007612e6172726f770000000000000004"
                    + "0007622e6172726f770000000200000003"));
    assertThat(pending.discovered()).isTrue();
    assertThat(pending.splits())
        .extracting(ArrowSplit::splitId)
        .containsExactly("a.arrow#0-4", "b.arrow#2-3");
    assertThat(pending.rows()).isEqualTo(ArrowSplit.ALL_ROWS);
    assertThat(serializer.deserialize(1, hex("0000000000")).discovered()).isFalse();
  }

  private static byte[] hex(String digits) {
    return HexFormat.of().parseHex(digits);
  }
}
