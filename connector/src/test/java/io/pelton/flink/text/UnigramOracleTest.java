package io.pelton.flink.text;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Vocabularies that are counted here, in the forms of well-known models, beside the library. */
class UnigramOracleTest {
  private static final String CUT_AND_MARK =
      "{'type':'Sequence','pretokenizers':[{'type':'WhitespaceSplit'},{'type':'Metaspace',"
          + "'replacement':'▁','str_rep':'▁','add_prefix_space':true}]}";
  private static List<String> texts;
  private static List<String> longTexts;
  private static Map<String, Integer> pieces;
  private static String charsMap;

  @BeforeAll
  static void makeTexts() {
    ScriptTexts made = new ScriptTexts(5);
    texts = new ArrayList<>(ScriptTexts.messages().subList(0, 4000));
    texts.addAll(made.sentences(4000));
    texts.addAll(Texts.generated(3, 2000));
    longTexts = List.of(made.longWord(20_000), "a".repeat(5001), made.longWord(20_000) + " x");
    pieces = pieces();
    charsMap = "'" + Base64.getEncoder().encodeToString(CharsMapBuilder.build(rules())) + "'";
  }

  @Test
  void precompiledRulesAsInXlmRoberta() {
    agrees(
        new TokenizerJson()
            .unigram(scores(1e6), false)
            .part("normalizer", "{'type':'Precompiled','precompiled_charsmap':" + charsMap + "}")
            .part("pre_tokenizer", CUT_AND_MARK)
            .part(
                "post_processor",
                "{'type':'TemplateProcessing','single':[{'SpecialToken':{'id':'<s>','type_id':0}},"
                    + "{'Sequence':{'id':'A','type_id':0}},{'SpecialToken':{'id':'</s>',"
                    + "'type_id':0}}],'pair':[],'special_tokens':{'<s>':{'id':'<s>','ids':[1],"
                    + "'tokens':['<s>']},'</s>':{'id':'</s>','ids':[2],'tokens':['</s>']}}}")
            .added(1, "<s>", true, false)
            .added(2, "</s>", true, false));
  }

  @Test
  void manyNormalizersAsInAlbert() {
    agrees(
        new TokenizerJson()
            .unigram(scores(1e6), false)
            .part(
                "normalizer",
                "{'type':'Sequence','normalizers':[{'type':'Replace','pattern':{'String':'``'},"
                    + "'content':'\\''},{'type':'NFKD'},{'type':'StripAccents'},"
                        .replace("\\'", "\\\"")
                    + "{'type':'Lowercase'},{'type':'Precompiled','precompiled_charsmap':"
                    + charsMap
                    + "},{'type':'Replace','pattern':{'Regex':' {2,}'},'content':' '}]}")
            .part(
                "pre_tokenizer",
                "{'type':'Metaspace','replacement':'▁','prepend_scheme':'always'}"),
        some());
  }

  @ParameterizedTest
  @CsvSource({"1, false, always, true", "2, true, first, false", "1e6, true, never, false"})
  void tiesAndBytesAndWholeTexts(double steps, boolean hasBytes, String scheme, boolean cuts) {
    agrees(
        new TokenizerJson()
            .unigram(scores(steps), hasBytes)
            .part(
                "pre_tokenizer",
                "{'type':'Metaspace','replacement':'▁','prepend_scheme':'"
                    + scheme
                    + "','split':"
                    + cuts
                    + "}"),
        some());
  }

  @Test
  void anyScores() {
    Random random = new Random(3);
    for (int round = 0; round < 30; round++) {
      Map<String, Double> scores = new LinkedHashMap<>();
      scores.put("<unk>", 0.0);
      while (scores.size() < 40) {
        String token = letters(random, 1 + random.nextInt(5), 'a', 4);
        scores.put(token, random.nextInt(6) * (round % 3 == 0 ? 1.0 : -0.1));
      }
      try (Oracle oracle = Oracle.of(new TokenizerJson().unigram(scores, false).toString())) {
        oracle.agrees(
            IntStream.range(0, 200).mapToObj(i -> letters(random, 1 + i / 4, 'a', 5)).toList(),
            512);
      }
    }
  }

  /**
   * The best cut hangs on the last bit of a score that the library does not read to the nearest.
   */
  @ParameterizedTest
  @CsvSource({
    "-18.2800000000000019, -18.28",
    "-4.8300000000000005, -4.83",
    "-5.8600000000000006, -5.86",
    "-5.86e0, -0.586E1",
    "-1234567890123456789012345e-23, -12.3456789012345678",
    "-5e-310, -0.5e-309",
    "-3, -3.0"
  })
  void scoresOfManyDigits(String whole, String part) {
    for (String order : List.of("['ab',@],['a',#],['b',0.0]", "['ab',#],['a',@],['b',0.0]")) {
      String vocab = order.replace("@", whole).replace("#", part);
      TokenizerJson json =
          new TokenizerJson()
              .part("model", "{'type':'Unigram','unk_id':0,'vocab':[['<unk>',0.0]," + vocab + "]}");
      try (Oracle oracle = Oracle.of(json.toString())) {
        oracle.agrees(List.of("ab", "abab"), 512);
      }
    }
  }

  @Test
  void charactersThatReadersSeeAsOne() {
    int[] alphabet = {
      'a', 'b', 0x301, 0x301, 0x308, 0x20E3, 0x200D, 0x200D, 0x200C, 0xFE0F, 0x263A, 0x2764,
      0x1F468, 0x1F3FD, 0x1F1E6, 0x915, 0x94D, 0x937, 0x93E, 0x903, 0x995, 0x9CD, 0x1100, 0x1161,
      0x11A8, 0xAC00, 0xAC01, 0x600, 0x600, 0xE33, '\r', '\n', 0xAD, 0x2028, 0x11A3A, 0, ' '
    };
    Map<String, String> rules = new TreeMap<>();
    Map<String, Double> scores = new LinkedHashMap<>();
    scores.put("<unk>", 0.0);
    for (int i = 1; i < alphabet.length; i++) {
      scores.put(Character.toString(alphabet[i]), -1.0);
      if (alphabet[i] != 0) {
        rules.put(Character.toString(alphabet[i]), Character.toString('A' + i));
        scores.put(Character.toString('A' + i), -1.0);
      }
    }
    rules.put("a\u0301", "?");
    rules.put("a\u0301\u0301", "!");
    rules.put("ab", "-");
    String map = Base64.getEncoder().encodeToString(CharsMapBuilder.build(rules));
    TokenizerJson json =
        new TokenizerJson()
            .unigram(scores, false)
            .part("normalizer", "{'type':'Precompiled','precompiled_charsmap':'" + map + "'}");
    Random random = new Random(17);
    try (Oracle oracle = Oracle.of(json.toString())) {
      oracle.agrees(
          IntStream.range(0, 8000)
              .mapToObj(i -> random.ints(1 + i % 9, 0, alphabet.length))
              .map(some -> some.mapToObj(i -> Character.toString(alphabet[i])))
              .map(some -> some.collect(Collectors.joining()))
              .toList(),
          512);
    }
  }

  private static List<String> some() {
    return IntStream.range(0, texts.size() / 4).mapToObj(i -> texts.get(4 * i)).toList();
  }

  private static String letters(Random random, int length, char first, int count) {
    return random
        .ints(length, 0, count)
        .mapToObj(i -> Character.toString(first + i))
        .collect(Collectors.joining());
  }

  private static void agrees(TokenizerJson json) {
    agrees(json, texts);
  }

  private static void agrees(TokenizerJson json, List<String> texts) {
    try (Oracle oracle = Oracle.of(json.toString())) {
      oracle.agrees(texts, 512);
      oracle.agrees(longTexts, 50_000, 17);
    }
  }

  /** How often parts of words occur. */
  private static Map<String, Integer> pieces() {
    Map<String, Integer> counts = new HashMap<>();
    for (String text : texts) {
      for (String word : text.split("\\s+", -1)) {
        int[] characters = ("▁" + word).codePoints().limit(20).toArray();
        for (int start = 0; start < characters.length; start++) {
          for (int end = start + 1; end <= Math.min(start + 6, characters.length); end++) {
            counts.merge(new String(characters, start, end - start), 1, Integer::sum);
          }
        }
      }
    }
    return counts;
  }

  /** Logarithms of frequencies, in steps of a given fineness so that sums may tie. */
  private static Map<String, Double> scores(double steps) {
    Map<String, Double> scores = new LinkedHashMap<>();
    for (String special : List.of("<unk>", "<s>", "</s>")) {
      scores.put(special, 0.0);
    }
    for (int i = 0; i < 256; i++) {
      scores.put(Utf8.tokenOf(i), -30.0);
    }
    double all = pieces.values().stream().mapToInt(n -> n).sum();
    pieces.entrySet().stream()
        .sorted(
            Comparator.comparing((Map.Entry<String, Integer> e) -> -e.getValue())
                .thenComparing(Map.Entry::getKey))
        .limit(6000)
        .forEach(
            e -> scores.put(e.getKey(), Math.rint(steps * Math.log(e.getValue() / all)) / steps));
    return scores;
  }

  /** Compatible forms, composed from one code point and from two, and control characters. */
  private static Map<String, String> rules() {
    Map<String, String> rules = new TreeMap<>();
    for (int c = 0xA0; c < 0x10000; c++) {
      String text = Character.toString(c);
      boolean isHangul = (c >= 0x1100 && c < 0x1200) || (c >= 0xA960 && c < 0xF900);
      if (!isHangul && !Character.isSurrogate((char) c)) {
        put(rules, text);
        put(rules, Normalizer.normalize(text, Normalizer.Form.NFD));
      }
    }
    IntStream.range(1, 0x20).forEach(c -> rules.put(Character.toString(c), ""));
    for (String space : List.of("\t", "\n", "\r", "\u3000", "\u200B")) {
      rules.put(space, " ");
    }
    rules.put("\uFEFF", "");
    rules.put("a\u0301\u0301", "triple");
    rules.put("\u0600", "number");
    return rules;
  }

  static void put(Map<String, String> rules, String text) {
    String normal = Normalizer.normalize(text, Normalizer.Form.NFKC);
    if (!normal.equals(text)) {
      rules.put(text, normal);
    }
  }
}
