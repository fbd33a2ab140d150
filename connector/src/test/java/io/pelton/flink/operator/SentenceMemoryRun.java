package io.pelton.flink.operator;

import io.pelton.flink.BatchPolicy;
import io.pelton.flink.Inference;
import io.pelton.flink.LengthPolicy;
import io.pelton.flink.Prediction;
import io.pelton.flink.RecordInference;
import io.pelton.flink.Truncation;
import io.pelton.flink.text.Pooling;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.VarCharType;

/** Embeds texts of many lengths in a JVM of its own, and says how much memory that took at most. */
final class SentenceMemoryRun {
  /** Before the KiB that the process had in memory at most. */
  static final String PEAK = "peak of ";

  /** Before how many vectors differ from those of their texts alone. */
  static final String DIFFERENT = "different ";

  private static final int MOST_WORDS = 400;
  private static final int MOST_TOKENS = 256;

  /** Texts from one that is embedded alone, too, to the next. */
  private static final int EVERY = 50;

  private static final List<String> WORDS =
      List.of("water", "turns", "the", "wheel", "into", "predictions", "unbelievably", "fast");

  private SentenceMemoryRun() {}

  /**
   * @param arguments the model, its tokenizer, and the number of texts
   */
  public static void main(String[] arguments) throws Exception {
    RowType type = RowType.of(new VarCharType[] {VarCharType.STRING_TYPE}, new String[] {"text"});
    List<RowData> texts =
        IntStream.range(0, Integer.parseInt(arguments[2]))
            .mapToObj(SentenceMemoryRun::text)
            .toList();
    InternalTypeInfo<RowData> rows = InternalTypeInfo.of(type);
    List<Prediction<RowData>> together =
        RecordHarness.score(
            inference(arguments, type, BatchPolicy.of(256, Duration.ofSeconds(1))), rows, texts);
    System.out.println(PEAK + peak());
    List<RowData> some =
        IntStream.range(0, texts.size() / EVERY).mapToObj(i -> texts.get(i * EVERY)).toList();
    List<Prediction<RowData>> alone =
        RecordHarness.score(inference(arguments, type, BatchPolicy.single()), rows, some);
    System.out.println(
        DIFFERENT
            + IntStream.range(0, some.size())
                .filter(i -> !Arrays.equals(vector(alone.get(i)), vector(together.get(i * EVERY))))
                .count());
  }

  private static RecordInference<RowData> inference(
      String[] arguments, RowType type, BatchPolicy batch) {
    return Inference.rowData()
        .rowType(type)
        .model(arguments[0])
        .keepLoaded(Duration.ZERO)
        .tokenizer("text", arguments[1], MOST_TOKENS, Truncation.FIRST)
        .pooling(Pooling.MEAN)
        .batch(batch)
        .lengths(LengthPolicy.exact().withMaxElements(2048))
        .build();
  }

  private static float[] vector(Prediction<RowData> prediction) {
    return (float[]) prediction.value(0);
  }

  /** Of 1 to {@link #MOST_WORDS} words, short ones more often. */
  private static RowData text(int number) {
    int words = 1 + (number * number) % MOST_WORDS * (number % 7) / 7;
    String word = WORDS.get(number % WORDS.size());
    return GenericRowData.of(
        StringData.fromString(String.join(" ", Collections.nCopies(words, word)) + " " + number));
  }

  private static long peak() throws Exception {
    return Files.readAllLines(Path.of("/proc/self/status")).stream()
        .filter(line -> line.startsWith("VmHWM:"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
        .findFirst()
        .orElseThrow();
  }
}
