package io.pelton.onnx.op;

import static io.pelton.onnx.TestAttributes.integer;
import static io.pelton.onnx.TestAttributes.integers;
import static io.pelton.onnx.TestAttributes.numbers;
import static io.pelton.onnx.TestAttributes.text;
import static io.pelton.onnx.TestAttributes.texts;
import static io.pelton.onnx.TestModel.INT64;
import static io.pelton.onnx.TestModel.STRING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.onnx.proto.OnnxMl.AttributeProto;
import io.pelton.engine.graph.TextOp.RegexFullMatch;
import io.pelton.engine.graph.TextOp.StringConcat;
import io.pelton.engine.graph.TextOp.TfIdf;
import io.pelton.onnx.InvalidNode;
import io.pelton.onnx.TestModel;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TextOperatorsTest {
  private static TestModel of(String op, List<?> dims, AttributeProto... attributes) {
    return TestModel.onnx(20).single(op, STRING, dims, attributes);
  }

  private static Pattern pattern(String re2) {
    RegexFullMatch op =
        (RegexFullMatch) of("RegexFullMatch", List.of("N"), text("pattern", re2)).op();
    return Pattern.compile(op.pattern());
  }

  /** Pattern, string, whether RE2 matches it as a whole. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "a.c; `a\rc`; true",
        "a.c; `a\nc`; false",
        "(?s)a.c; `a\nc`; true",
        "a$; `a\n`; false",
        "(?m)a$.; `a\n`; false",
        "(?m)a$\\n^b; `a\nb`; true",
        "(?m)a\\n^; `a\n`; true",
        "\\s; `\u000b`; false",
        "[\\s\\v]; `\u000b`; true",
        "[^\\S]; ` `; true",
        "[[:alpha:]&&]+; a&; true",
        "[[a]+; [a; true",
        "[]a]+; ]a; true",
        "[^]a]; b; true",
        "a{,2}; `a{,2}`; true",
        "a{1,2}; aa; true",
        "x{2; x{2; true",
        "(?P<some_name>a)b; ab; true",
        "(?i)straSSe|é; É; true",
        "(?i:a)b; AB; false",
        "(?U)a+?; aaa; true",
        "\\p{Greek}\\pN\\p{^Lu}; `α1a`; true",
        "\\x{1F600}\\x41\\101; `😀AA`; true",
        "\\bä\\b; ä; false",
        "\\Q.*\\E+; .**; true",
        "[\\d-]+; 1-2; true",
        "\\A(a|b)*\\z; abba; true",
        "'a]}b'; 'a]}b'; true"
      })
  void patternsAreThoseOfRe2(String re2, String string, boolean matches) {
    assertThat(pattern(re2).matcher(string).matches()).isEqualTo(matches);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "(a)\\1", "(?=a)a", "(?<!b)a", "(?>a)", "a++", "a{2}{3}", "a**", "\\Ga", "\\Za", "a{1001}",
        "(?x)a", "[[:foo:]]", "a)", "[a", "a\\", "\\C", "(a", "*a", "(?#a)", "[\\b]"
      })
  void whatRe2HasNotIsRefused(String pattern) {
    assertThatThrownBy(() -> pattern(pattern))
        .isInstanceOf(InvalidNode.class)
        .hasMessageContaining("pattern '" + pattern + "'");
  }

  @Test
  void lengthsOfResultsFollowFromTheStrings() {
    assertThat(of("StringNormalizer", List.of(4)).type().toString()).matches("STRING\\[\\S+]");
    TestModel split = of("StringSplit", List.of("N", 3), text("delimiter", ","));
    assertThat(split.type().toString()).matches("STRING\\[N,3,\\S+]");
    TestModel counts =
        TestModel.onnx(20)
            .input("x", STRING, "N", 3)
            .node("StringSplit", "x", "parts,y", integer("maxsplit", 2))
            .output("y");
    assertThat(counts.type()).hasToString("I64[N,3]");
    assertThatThrownBy(() -> of("StringNormalizer", List.of(2, 4)).load())
        .isInstanceOf(InvalidNode.class)
        .hasMessageContaining("should be [C] or [1, C]");
    assertThatThrownBy(
            () -> of("StringNormalizer", List.of(4), text("case_change_action", "lower")).load())
        .isInstanceOf(InvalidNode.class)
        .hasMessageContaining("'case_change_action' is 'lower'");
  }

  @Test
  void stringsAreJoinedWithBroadcasting() {
    TestModel model =
        TestModel.onnx(20)
            .input("a", STRING, "N", 1)
            .input("b", STRING, 3)
            .node("StringConcat", "a,b", "y")
            .output("y");
    assertThat(model.op()).isEqualTo(new StringConcat());
    assertThat(model.type()).hasToString("STRING[N,3]");
  }

  private static TestModel ngrams(long least, long most, AttributeProto... pool) {
    TestModel model = TestModel.onnx(9).input("x", INT64, "N", 6);
    AttributeProto[] attributes = new AttributeProto[pool.length + 6];
    attributes[0] = text("mode", "TFIDF");
    attributes[1] = integer("min_gram_length", least);
    attributes[2] = integer("max_gram_length", most);
    attributes[3] = integer("max_skip_count", 1);
    attributes[4] = integers("ngram_counts", 0, 2);
    attributes[5] = integers("ngram_indexes", 2, 0, 4);
    System.arraycopy(pool, 0, attributes, 6, pool.length);
    return model.node("TfIdfVectorizer", "x", "y", attributes).output("y");
  }

  @Test
  void ngramsHaveColumns() {
    TestModel model =
        ngrams(1, 2, integers("pool_int64s", 5, 6, 5, 6), numbers("weights", 1, 1, 1, 1, 1));
    assertThat(model.type()).hasToString("F32[N,5]");
    TfIdf op = (TfIdf) model.op();
    assertThat(op.weighting()).isEqualTo(TfIdf.Weighting.TFIDF);
    assertThat(op.ngrams().targets()).containsExactly(2, 0, 4);
    assertThatThrownBy(() -> ngrams(2, 1, integers("pool_int64s", 5)).load())
        .isInstanceOf(InvalidNode.class)
        .hasMessageContaining("but 2 to 1 are asked for");
    assertThatThrownBy(() -> ngrams(1, 3, integers("pool_int64s", 5)).load())
        .isInstanceOf(InvalidNode.class)
        .hasMessageContaining("'ngram_counts' has 2 entries for lengths up to 3");
    assertThatThrownBy(() -> ngrams(1, 2, texts("pool_strings", "a", "b", "a", "b")).load())
        .isInstanceOf(InvalidNode.class)
        .hasMessageContaining("the input should be STRING but is I64");
  }
}
