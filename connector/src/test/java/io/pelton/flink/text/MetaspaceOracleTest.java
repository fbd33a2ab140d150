package io.pelton.flink.text;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which pieces of a text get a space before them. */
class MetaspaceOracleTest {
  private static final List<String> TEXTS =
      List.of(
          "",
          " ",
          "a",
          " a",
          "  a",
          "a b",
          "a  b ",
          "\ta b",
          "\n\n",
          "<x>a",
          "<x> a b",
          "a<x>b<x> c",
          " <x>a",
          "▁a",
          "<x>▁a",
          "aa<y>bb",
          "<y>a",
          "  <y> a",
          "é a",
          "e\u0301 a",
          "\u0001a b");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "null",
        "{'type':'Strip','strip_left':true,'strip_right':true}",
        "{'type':'Prepend','prepend':'b'}",
        "{'type':'Replace','pattern':{'String':'a'},'content':''}",
        "{'type':'Sequence','normalizers':[{'type':'NFKD'},{'type':'Nmt'},{'type':'StripAccents'}]}"
      })
  void beginnings(String normalizer) {
    for (String scheme : List.of("first", "always", "never")) {
      String metaspace = "{'type':'Metaspace','replacement':'▁','prepend_scheme':'" + scheme + "'";
      agrees(normalizer, metaspace + "}");
      agrees(normalizer, metaspace + ",'split':false}");
      for (String before : List.of("{'type':'WhitespaceSplit'}", "{'type':'Punctuation'}")) {
        agrees(
            normalizer, "{'type':'Sequence','pretokenizers':[" + before + "," + metaspace + "}]}");
      }
    }
  }

  private static void agrees(String normalizer, String preTokenizer) {
    Map<String, Double> scores = new LinkedHashMap<>();
    List.of("<unk>", "<x>", "<y>", "a", "b", "c", " ", "▁", "▁a", "▁b", "▁c", "▁ ", "\t", "e", "é")
        .forEach(token -> scores.put(token, -1.0));
    TokenizerJson json =
        new TokenizerJson()
            .unigram(scores, false)
            .part("normalizer", normalizer)
            .part("pre_tokenizer", preTokenizer)
            .added(1, "<x>", true, false)
            .added(2, "<y>", false, true);
    try (Oracle oracle = Oracle.of(json.toString())) {
      oracle.agrees(TEXTS, 64);
    }
  }
}
