package io.pelton.cpu.kernel.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.cpu.testing.Cpu;
import io.pelton.engine.error.InvalidOp;
import io.pelton.engine.error.InvalidValue;
import io.pelton.engine.graph.NgramPool;
import io.pelton.engine.graph.Op;
import io.pelton.engine.graph.TextOp.CaseChange;
import io.pelton.engine.graph.TextOp.RegexFullMatch;
import io.pelton.engine.graph.TextOp.Splitting;
import io.pelton.engine.graph.TextOp.StringConcat;
import io.pelton.engine.graph.TextOp.StringNormalizer;
import io.pelton.engine.graph.TextOp.StringSplit;
import io.pelton.engine.graph.TextOp.StringSplitCounts;
import io.pelton.engine.graph.TextOp.TfIdf;
import io.pelton.engine.graph.TextOp.TfIdf.Weighting;
import io.pelton.engine.kernel.Evaluator;
import io.pelton.engine.kernel.Prepared;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.SymbolId;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class TextTest {
  private static final SymbolId COUNT = new SymbolId("count");

  private static Tensor texts(String... texts) {
    return Tensor.of(texts, texts.length);
  }

  private static Value[] evaluate(Op op, Tensor... operands) {
    return new Evaluator(Cpu.BACKEND, new Prepared()).evaluate("node", op, operands);
  }

  private static String parts(String text, String delimiter, long most) {
    Splitting splitting = new Splitting(delimiter, most);
    Value[] counts = evaluate(new StringSplitCounts(splitting, COUNT), texts(text));
    long count = ((Tensor) counts[1]).toLongs()[0];
    Tensor parts = Cpu.evaluate(new StringSplit(splitting, Extent.fixed(count)), texts(text));
    return String.join("|", parts.toStrings());
  }

  @Test
  void stringsAreSplitAtDelimiters() {
    assertThat(parts("a,b,,c", ",", Long.MAX_VALUE)).isEqualTo("a|b||c");
    assertThat(parts(",a,", ",", Long.MAX_VALUE)).isEqualTo("|a|");
    assertThat(parts("a--b---c", "--", Long.MAX_VALUE)).isEqualTo("a|b|-c");
    assertThat(parts("a,b,c", ",", 1)).isEqualTo("a|b,c");
    assertThat(parts("a,b,c", ",", 0)).isEqualTo("a,b,c");
    assertThat(parts("grüße日本", "ü", Long.MAX_VALUE)).isEqualTo("gr|ße日本");
  }

  @Test
  void stringsAreSplitAtWhitespace() {
    assertThat(parts("  a \t b\nc  ", "", Long.MAX_VALUE)).isEqualTo("a|b|c");
    assertThat(parts(" a  b  c ", "", 1)).isEqualTo("a|b  c");
    assertThat(parts("   ", "", Long.MAX_VALUE)).isEmpty();
  }

  @Test
  void shortListsOfPartsAreFilledUp() {
    Splitting splitting = new Splitting("-", Long.MAX_VALUE);
    Tensor x = Tensor.of(new String[] {"a-b-c", "", "d", "e-f"}, 2, 2);
    Value[] counts = evaluate(new StringSplitCounts(splitting, COUNT), x);
    assertThat(((Tensor) counts[0]).toLongs()).containsExactly(3, 1, 1, 2);
    Tensor parts = Cpu.evaluate(new StringSplit(splitting, Extent.fixed(3)), x);
    assertThat(parts.dims()).containsExactly(2, 2, 3);
    assertThat(parts.toStrings())
        .containsExactly("a", "b", "c", "", "", "", "d", "", "", "e", "f", "");
  }

  @Test
  void joinedStringsBroadcast() {
    Tensor x = Tensor.of(new String[] {"a", "", "日"}, 3, 1);
    Tensor joined = Cpu.evaluate(new StringConcat(), x, texts("", "ü".repeat(80)));
    assertThat(joined.dims()).containsExactly(3, 2);
    String many = "ü".repeat(80);
    assertThat(joined.toStrings()).containsExactly("a", "a" + many, "", many, "日", "日" + many);
  }

  private static String[] normal(CaseChange change, boolean ignoresCase, String... given) {
    Value[] found =
        evaluate(
            new StringNormalizer(change, ignoresCase, "en-US", List.of("Monday", "ÄB"), COUNT),
            texts(given));
    int count = (int) ((Tensor) found[1]).toLongs()[0];
    return Arrays.copyOf(((Tensor) found[0]).toStrings(), count);
  }

  @Test
  void stopWordsAreLeftOut() {
    assertThat(normal(CaseChange.NONE, false, "Monday", "monday", "b"))
        .containsExactly("monday", "b");
    assertThat(normal(CaseChange.UPPER, true, "mONDAY", "äb", "ß")).containsExactly("SS");
    assertThat(normal(CaseChange.LOWER, false, "MONDAY", "É")).containsExactly("monday", "é");
    assertThat(normal(CaseChange.NONE, false, "Monday", "ÄB")).containsExactly("");
    assertThat(normal(CaseChange.NONE, false)).containsExactly("");
  }

  @Test
  void aStringTooLongForTheStackIsRefused() {
    Op op = new RegexFullMatch("(?:a|b)*");
    Tensor longest = texts("ab".repeat(4_000_000));
    assertThatThrownBy(() -> Cpu.evaluate(op, longest))
        .isInstanceOf(InvalidValue.class)
        .hasMessageContaining("8000000 characters is too long for the pattern");
    assertThat(Cpu.evaluate(op, texts("abba", "abc")).toLongs()).containsExactly(1, 0);
  }

  private static TfIdf counting(
      Weighting weighting, long skips, int least, int most, float... weights) {
    NgramPool pool =
        new NgramPool(
            List.of(),
            new long[] {2, 3, 5, 4, 5, 6, 7, 8, 6, 7},
            new long[] {0, 4},
            new long[] {0, 1, 2, 3, 4, 5, 6},
            weights);
    return new TfIdf(pool, weighting, skips, least, most);
  }

  @Test
  void ngramsAreCountedWithSkips() {
    Tensor x = Tensor.of(new long[] {1, 1, 3, 3, 3, 7, 8, 6, 7, 5, 6, 8}, 2, 6);
    assertThat(Cpu.evaluate(counting(Weighting.TF, 0, 1, 2), x).toFloats())
        .containsExactly(0, 3, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 1);
    assertThat(Cpu.evaluate(counting(Weighting.TF, 5, 2, 2), x).toFloats())
        .containsExactly(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1);
    float[] weights = {1, 2, 3, 4, 5, 6, 7};
    assertThat(Cpu.evaluate(counting(Weighting.IDF, 0, 1, 1, weights), x).toFloats())
        .containsExactly(0, 2, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0);
    assertThat(Cpu.evaluate(counting(Weighting.TFIDF, 0, 1, 1, weights), x).toFloats())
        .containsExactly(0, 6, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0);
  }

  @Test
  void ngramsOfStringsAndEmptyRowsAreCounted() {
    NgramPool pool =
        new NgramPool(
            List.of("a", "a", "b"),
            new long[0],
            new long[] {0, 1},
            new long[] {2, 0},
            new float[0]);
    TfIdf op = new TfIdf(pool, Weighting.TF, 0, 1, 2);
    assertThat(Cpu.evaluate(op, texts("a", "b", "a", "c")).toFloats()).containsExactly(1, 0, 2);
    assertThat(Cpu.evaluate(op, Tensor.of(new String[0], 2, 0)).toFloats())
        .containsExactly(0, 0, 0, 0, 0, 0);
  }

  @Test
  void poolsThatDoNotDivideAreRefused() {
    NgramPool pool =
        new NgramPool(
            List.of(), new long[] {1, 2}, new long[] {0, 1}, new long[] {0, 1}, new float[0]);
    TfIdf op = new TfIdf(pool, Weighting.TF, 0, 1, 2);
    assertThatThrownBy(() -> Cpu.evaluate(op, Tensor.of(new long[2], 2)))
        .isInstanceOf(InvalidOp.class)
        .hasMessageContaining("n-grams of length 2 stand from 1 to 2 of a pool of 2");
  }
}
