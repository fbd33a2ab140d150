package io.pelton.onnx.oracle.operator;

import static io.pelton.onnx.TestAttributes.integer;
import static io.pelton.onnx.TestAttributes.integers;
import static io.pelton.onnx.TestAttributes.numbers;
import static io.pelton.onnx.TestAttributes.text;
import static io.pelton.onnx.TestAttributes.texts;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import io.pelton.onnx.oracle.Draw;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Operators on texts, and n-grams. */
final class TextDraws {
  private static final Set<DType> TEXT = EnumSet.of(DType.STRING);
  private static final String[] LINES = {
    "a b c", "", " a  b", "a,b,,c", ",", "aXXbXXc", "XX", "one", "ä ö", "a\tb\nc ", "  ", "日本,語"
  };
  private static final String[] PATTERNS = {
    "a*", "[a-z]+", "\\w+", "(ab|Ab)", ".", ".*", "-?\\d+(\\.\\d+)?", "[^a]", "\\s?", "(?i)AB"
  };

  private TextDraws() {}

  static void addTo(OperatorDraws draws) {
    draws.add("StringConcat", TEXT, TextDraws::concat);
    draws.add("StringNormalizer", TEXT, TextDraws::normalize);
    draws.add("StringSplit", TEXT, TextDraws::split);
    draws.add("RegexFullMatch", TEXT, TextDraws::match);
    draws.add("TfIdfVectorizer", EnumSet.of(DType.STRING, DType.I64, DType.I32), TextDraws::tfIdf);
  }

  private static void concat(NodeCase node) {
    Values values = node.values();
    long[] dims = values.shape(0, 4);
    boolean isSwapped = node.draw().chance(0.5);
    long[] other = values.broadcasting(dims);
    node.operand(values.texts(isSwapped ? other : dims));
    node.operand(values.texts(isSwapped ? dims : other));
  }

  private static void normalize(NodeCase node) {
    Draw draw = node.draw();
    long count = draw.between(1, 6);
    node.input(draw.chance(0.5) ? plain(draw, count) : plain(draw, 1, count));
    if (draw.chance(0.8)) {
      node.attribute(text("case_change_action", draw.one("NONE", "LOWER", "UPPER")));
    }
    if (draw.chance(0.5)) {
      node.attribute(integer("is_case_sensitive", draw.below(2)));
    }
    if (draw.chance(0.6)) {
      node.attribute(texts("stopwords", plain(draw, draw.between(1, 3)).toStrings()));
    }
    // the default is not installed everywhere, without which the peer refuses
    if (draw.chance(0.8)) {
      node.attribute(text("locale", draw.one("en_US", "C", "C", "C")));
    }
  }

  /** Letters whose case does not depend on the locale. */
  private static Tensor plain(Draw draw, long... dims) {
    String[] words = new String[Values.count(dims)];
    Arrays.setAll(words, i -> draw.one("", "a", "b", "Ab", "ab", "AB", " ", "0"));
    return Tensor.of(words, dims);
  }

  private static void split(NodeCase node) {
    Draw draw = node.draw();
    Tensor lines = lines(node);
    String delimiter = draw.one("", ",", "XX", " ", "a");
    node.input(lines);
    if (!delimiter.isEmpty() || draw.chance(0.5)) {
      node.attribute(text("delimiter", delimiter));
    }
    List<String> texts = List.of(lines.toStrings());
    if (delimiter.isEmpty() && texts.stream().anyMatch(text -> text.contains("\t"))) {
      node.beyondPeer("It splits at spaces only, instead of \"consecutive whitespace\".");
    } else if (!delimiter.isEmpty() && texts.contains("")) {
      node.beyondPeer(
          "It has no substring of a text that is empty; but delimiters stand between empty"
              + " strings, so that without a delimiter there is one.");
    }
    if (draw.chance(0.5)) {
      node.attribute(integer("maxsplit", draw.between(1, 3)));
    }
    node.outputs(2);
  }

  private static Tensor lines(NodeCase node) {
    long[] dims = node.values().shape(0, 3);
    String[] lines = new String[Values.count(dims)];
    Arrays.setAll(lines, i -> node.draw().one(LINES));
    return Tensor.of(lines, dims);
  }

  private static void match(NodeCase node) {
    node.input(node.values().texts(node.values().shape(0, 4)));
    node.attribute(text("pattern", node.draw().one(PATTERNS)));
  }

  /** Elements and grams are of few kinds, so that many are found. */
  private static void tfIdf(NodeCase node) {
    Draw draw = node.draw();
    Pool pool = new Pool(draw);
    long length = draw.between(1, 8);
    long[] dims = draw.chance(0.5) ? new long[] {length} : new long[] {draw.between(1, 3), length};
    if (node.dtype() == DType.STRING) {
      String[] words = new String[Values.count(dims)];
      Arrays.setAll(words, i -> word(draw.below(4)));
      node.input(Tensor.of(words, dims));
      node.attribute(
          texts(
              "pool_strings", pool.elements.stream().map(TextDraws::word).toArray(String[]::new)));
    } else {
      node.input(node.values().between(node.dtype(), 0, 3, dims));
      node.attribute(
          integers("pool_int64s", pool.elements.stream().mapToLong(Integer::longValue).toArray()));
    }
    List<Integer> targets = draw.order(pool.grams);
    node.attribute(
        integers("ngram_indexes", targets.stream().mapToLong(Integer::longValue).toArray()));
    node.attribute(
        integers("ngram_counts", pool.starts.stream().mapToLong(Integer::longValue).toArray()));
    int most = draw.between(1, pool.starts.size());
    node.attribute(integer("min_gram_length", draw.between(1, most)));
    node.attribute(integer("max_gram_length", most));
    node.attribute(integer("max_skip_count", draw.below(4)));
    node.attribute(text("mode", draw.one("TF", "IDF", "TFIDF")));
    if (draw.chance(0.6)) {
      node.attribute(numbers("weights", draw.normals(pool.grams)));
    }
  }

  private static String word(int number) {
    return List.of("a", "b", "", "ä").get(number);
  }

  /** Different grams, shorter ones first. */
  private static final class Pool {
    final List<Integer> elements = new ArrayList<>();
    final List<Integer> starts = new ArrayList<>();
    int grams;

    Pool(Draw draw) {
      int longest = draw.between(1, 3);
      for (int length = 1; length <= longest; length++) {
        starts.add(elements.size());
        int own = length;
        Set<List<Integer>> some =
            new LinkedHashSet<>(
                draw.many(draw.between(1, 4), i -> draw.many(own, j -> draw.below(4))));
        some.forEach(elements::addAll);
        grams += some.size();
      }
    }
  }
}
