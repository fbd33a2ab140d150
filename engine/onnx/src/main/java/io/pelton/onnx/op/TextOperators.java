package io.pelton.onnx.op;

import com.google.protobuf.ByteString;
import io.pelton.engine.graph.NgramPool;
import io.pelton.engine.graph.TextOp.CaseChange;
import io.pelton.engine.graph.TextOp.RegexFullMatch;
import io.pelton.engine.graph.TextOp.Splitting;
import io.pelton.engine.graph.TextOp.StringConcat;
import io.pelton.engine.graph.TextOp.StringNormalizer;
import io.pelton.engine.graph.TextOp.StringSplit;
import io.pelton.engine.graph.TextOp.StringSplitCounts;
import io.pelton.engine.graph.TextOp.TfIdf;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ViewOp.Narrow;
import io.pelton.engine.tensor.DynScalar;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.SymbolId;
import io.pelton.onnx.op.OperatorTable.OperatorFamily;
import java.util.List;

/** Operators on strings. */
final class TextOperators {
  private TextOperators() {}

  static void addTo(OperatorFamily ops) {
    ops.add("StringNormalizer", 10, TextOperators::normalizer);
    ops.add("TfIdfVectorizer", 9, TextOperators::tfIdf);
    ops.add("StringConcat", 20, TextOperators::concat);
    ops.add("StringSplit", 20, TextOperators::split);
    ops.add("RegexFullMatch", 20, TextOperators::regex);
  }

  private static List<String> strings(List<ByteString> bytes) {
    return bytes.stream().map(ByteString::toStringUtf8).toList();
  }

  /** The strings up to the count. */
  private static List<ValueId> normalizer(OnnxNode node) {
    node.expect(1);
    Attributes attributes = node.attributes();
    String language = attributes.text("locale", "en_US").replace('_', '-');
    SymbolId count = node.freshSymbol();
    StringNormalizer op =
        new StringNormalizer(
            attributes.choice("case_change_action", CaseChange.NONE),
            !attributes.flag("is_case_sensitive", false),
            language,
            strings(attributes.texts("stopwords").orElse(List.of())),
            count);
    int axis = node.rank(0) - 1;
    ValueId normal = node.apply(op).get(0);
    return node.apply(new Narrow(axis, DynScalar.of(Extent.symbolic(count))), normal);
  }

  private static List<ValueId> concat(OnnxNode node) {
    node.expect(2);
    return node.apply(new StringConcat());
  }

  private static List<ValueId> split(OnnxNode node) {
    node.expect(1);
    Attributes attributes = node.attributes();
    long most = attributes.integer("maxsplit", -1);
    Splitting splitting =
        new Splitting(attributes.text("delimiter", ""), most < 0 ? Long.MAX_VALUE : most);
    SymbolId width = node.freshSymbol();
    ValueId counts = node.apply(new StringSplitCounts(splitting, width)).get(0);
    ValueId parts = node.apply(new StringSplit(splitting, Extent.symbolic(width))).get(0);
    return List.of(parts, counts);
  }

  private static List<ValueId> regex(OnnxNode node) {
    node.expect(1);
    String pattern =
        node.attributes().required("pattern", node.attributes().bytes("pattern")).toStringUtf8();
    return node.apply(new RegexFullMatch(Re2Pattern.translate(node, pattern)));
  }

  private static List<ValueId> tfIdf(OnnxNode node) {
    node.expect(1);
    Attributes attributes = node.attributes();
    List<String> texts = strings(attributes.texts("pool_strings").orElse(List.of()));
    long[] integers = attributes.integersOrNone("pool_int64s");
    node.check(
        texts.isEmpty() || integers.length == 0, "'pool_strings' and 'pool_int64s' are both given");
    NgramPool pool =
        new NgramPool(
            texts,
            integers,
            attributes.required("ngram_counts", attributes.integers("ngram_counts")),
            attributes.required("ngram_indexes", attributes.integers("ngram_indexes")),
            attributes.numbersOrNone("weights"));
    for (long target : pool.targets()) {
      node.check(
          target >= 0 && target < Integer.MAX_VALUE, "'ngram_indexes' has the entry " + target);
    }
    int least = required(node, "min_gram_length");
    int most = required(node, "max_gram_length");
    node.check(
        least >= 1 && least <= most,
        "n-grams should have 1 or more elements, but " + least + " to " + most + " are asked for");
    node.check(
        most <= pool.starts().length,
        "'ngram_counts' has " + pool.starts().length + " entries for lengths up to " + most);
    int skips = required(node, "max_skip_count");
    node.check(skips >= 0, "'max_skip_count' is " + skips);
    attributes.required("mode", attributes.bytes("mode"));
    return node.apply(
        new TfIdf(pool, attributes.choice("mode", TfIdf.Weighting.TF), skips, least, most));
  }

  private static int required(OnnxNode node, String name) {
    node.check(node.attributes().has(name), "attribute '" + name + "' is missing");
    return node.attributes().smallInteger(name, 0);
  }
}
