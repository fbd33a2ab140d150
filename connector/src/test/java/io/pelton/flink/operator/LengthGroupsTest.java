package io.pelton.flink.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.ArrowBatch;
import io.pelton.arrow.BatchBinder;
import io.pelton.arrow.InputBinding;
import io.pelton.arrow.ListPadding;
import io.pelton.arrow.ModelInput;
import io.pelton.arrow.RaggedBinder;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.SymbolId;
import io.pelton.flink.LengthPolicy;
import io.pelton.flink.Texts;
import io.pelton.flink.Truncation;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.Test;

/** Which rows are scored together. */
class LengthGroupsTest {
  private static final ModelInput IDS =
      new ModelInput(
          "ids",
          DType.I64,
          Shape.of(Extent.symbolic(new SymbolId("N")), Extent.symbolic(new SymbolId("L"))));

  /** Groups as {@code rows -> length}, padded ones with a plus. */
  private static List<String> groups(
      LengthPolicy policy, boolean padding, long longest, int... lengths) {
    Schema schema = Texts.schema("ids");
    List<Object[]> records =
        IntStream.range(0, lengths.length)
            .mapToObj(
                key -> Texts.record(key, 1, LongStream.range(0, lengths[key]).boxed().toList()))
            .toList();
    try (ArrowAllocator allocator = ArrowAllocator.open("test");
        ArrowBatch batch = Texts.batch(allocator, schema, records)) {
      RaggedBinder binder =
          BatchBinder.of(schema, List.of(IDS), List.of(InputBinding.column("ids", "ids")))
              .ragged(
                  new ListPadding(
                      policy.maxLength(), policy.truncation() == Truncation.LAST, policy.pads()));
      binder.open(batch);
      return new LengthGroups(binder, policy, new long[] {longest})
          .of(lengths.length, row -> true, padding).stream()
              .map(
                  group ->
                      Arrays.toString(group.rows())
                          + " -> "
                          + group.targets()[0]
                          + (group.isPadded() ? "+" : ""))
              .toList();
    }
  }

  @Test
  void equalLengthsGoTogether() {
    assertThat(groups(LengthPolicy.exact(), true, Extent.UNBOUNDED, 3, 1, 3, 0, 1))
        .containsExactly("[0, 2] -> 3", "[1, 4] -> 1", "[3] -> 0");
  }

  @Test
  void bucketsGoTogetherSortedByLength() {
    LengthPolicy powers = LengthPolicy.powersOfTwo(4);
    assertThat(groups(powers, true, Extent.UNBOUNDED, 3, 1, 8, 0, 4, 7, 1))
        .containsExactly("[1, 6, 0, 4] -> 4+", "[5, 2] -> 8+", "[3] -> 0");
    assertThat(groups(powers, true, Extent.UNBOUNDED, 4, 8, 4))
        .containsExactly("[0, 2] -> 4", "[1] -> 8");
    assertThat(groups(powers, false, Extent.UNBOUNDED, 3, 1, 3))
        .containsExactly("[0, 2] -> 3", "[1] -> 1");
  }

  @Test
  void noListIsPaddedBeyondWhatTheModelTakes() {
    assertThat(groups(LengthPolicy.powersOfTwo(4), true, 6, 5, 6)).containsExactly("[0, 1] -> 6+");
    LengthPolicy bounded = LengthPolicy.buckets(4, 16).withMaxLength(6, Truncation.FIRST);
    assertThat(groups(bounded, true, Extent.UNBOUNDED, 5, 100)).containsExactly("[0, 1] -> 6+");
    assertThat(groups(LengthPolicy.buckets(4), true, Extent.UNBOUNDED, 5, 7, 5))
        .containsExactly("[0, 2] -> 5", "[1] -> 7");
  }

  @Test
  void aGroupHasNoMoreElementsThanAreAllowed() {
    LengthPolicy small = LengthPolicy.powersOfTwo(4).withMaxElements(8);
    assertThat(groups(small, true, Extent.UNBOUNDED, 4, 1, 2, 16, 4, 3))
        .containsExactly("[1, 0] -> 4+", "[2, 4] -> 4+", "[5] -> 4+", "[3] -> 16");
  }
}
