package io.pelton.flink.text;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.TextNode;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Vocabularies that are trained here, in the forms of well-known models, beside the library. */
class BpeOracleTest {
  private static final String LLAMA3 =
      "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}{1,3}|"
          + " ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+";
  private static List<String> texts;
  private static List<String> longTexts;
  private static List<List<String>> byteMerges;
  private static List<List<String>> markedMerges;

  @BeforeAll
  static void makeTexts() {
    ScriptTexts made = new ScriptTexts(7);
    texts = new ArrayList<>(ScriptTexts.messages().subList(0, 4000));
    texts.addAll(made.sentences(4000));
    texts.addAll(Texts.generated(3, 2000));
    longTexts = List.of(made.longWord(20_000), "a".repeat(5001), made.longWord(20_000) + " x");
    ByteLevelPreTokenizer cutter = new ByteLevelPreTokenizer(false, true);
    List<List<String>> visible = new ArrayList<>();
    List<List<String>> marked = new ArrayList<>();
    for (String text : some()) {
      cutter.split(text, true, piece -> visible.add(characters(piece)));
      for (String word : text.split("\\s+", -1)) {
        marked.add(characters("▁" + word));
      }
    }
    byteMerges = new PairTrainer(PairTrainer.count(visible), "").merges(2500);
    markedMerges = new PairTrainer(PairTrainer.count(marked), "").merges(2000);
  }

  @Test
  void bytesAsInGpt2() {
    agrees(
        byteLevel(true)
            .part(
                "pre_tokenizer",
                "{'type':'ByteLevel','add_prefix_space':false,'trim_offsets':true}"));
  }

  @Test
  void bytesAndSpecialTokensAsInRoberta() {
    TokenizerJson json =
        byteLevel(true)
            .part(
                "pre_tokenizer", "{'type':'ByteLevel','add_prefix_space':true,'trim_offsets':true}")
            .part(
                "post_processor",
                "{'type':'RobertaProcessing','sep':['</s>',1],'cls':['<s>',0],"
                    + "'trim_offsets':true,'add_prefix_space':true}");
    for (int i = 0; i < 4; i++) {
      json.added(i, List.of("<s>", "</s>", "<unk>", "<mask>").get(i), true, i == 3);
    }
    agrees(json, some());
  }

  @Test
  void wholeWordsBeforeMergesAsInLlama3() {
    agrees(byteLevel(false).rawPart("pre_tokenizer", cutBy(LLAMA3)), some());
  }

  /** The patterns that GPT-4, GPT-4o, Qwen 2, DeepSeek V3, BLOOM and Falcon cut by. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?+\\p{L}+|\\p{N}{1,3}|"
            + " ?[^\\s\\p{L}\\p{N}]++[\\r\\n]*|\\s*[\\r\\n]|\\s+(?!\\S)|\\s+",
        "[^\\r\\n\\p{L}\\p{N}]?[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]*"
            + "[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?|"
            + "[^\\r\\n\\p{L}\\p{N}]?[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]+"
            + "[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?|\\p{N}{1,3}|"
            + " ?[^\\s\\p{L}\\p{N}]+[\\r\\n/]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+",
        "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}|"
            + " ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+",
        "[一-龥\u3040-ゟ゠-ヿ]+",
        "[!\"#$%&'()*+,\\-./:;<=>?@\\[\\\\\\]^_`{|}~][A-Za-z]+|"
            + "[^\\r\\n\\p{L}\\p{P}\\p{S}]?[\\p{L}\\p{M}]+| ?[\\p{P}\\p{S}]+[\\r\\n]*|"
            + "\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+",
        " ?[^(\\s|[.,!?…。，、।۔،])]+",
        "[0-9][0-9][0-9]"
      })
  void patternsOfWellKnownModels(String pattern) {
    TokenizerJson json = byteLevel(false);
    agrees(json.rawPart("pre_tokenizer", cutBy(pattern)), some());
  }

  @Test
  void bytesOfUnknownCharactersAsInLlama2() {
    agrees(
        marked("'unk_token':'<unk>','fuse_unk':true,'byte_fallback':true", true)
            .part(
                "normalizer",
                "{'type':'Sequence','normalizers':[{'type':'Prepend','prepend':'▁'},"
                    + "{'type':'Replace','pattern':{'String':' '},'content':'▁'}]}"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"'unk_token':'<unk>','fuse_unk':true", "'unk_token':'<unk>'", "'dropout':null"})
  void unknownCharactersFusedOrNotOrLeftOut(String more) {
    agrees(
        marked(more, false)
            .part(
                "pre_tokenizer",
                "{'type':'Metaspace','replacement':'▁','prepend_scheme':'first','split':false}"),
        some());
  }

  @Test
  void affixes() {
    PairTrainer trainer = affixed();
    List<List<String>> merges = trainer.merges(600);
    Set<String> tokens = tokens(merges, trainer);
    tokens.add("<unk>");
    agrees(
        new TokenizerJson()
            .part("normalizer", "{'type':'Lowercase'}")
            .part("pre_tokenizer", "{'type':'WhitespaceSplit'}")
            .bpe(
                tokens,
                merges,
                true,
                "'unk_token':'<unk>','continuing_subword_prefix':'##','end_of_word_suffix':'</w>'"),
        some());
  }

  @Test
  void anyMergesInAnyOrder() {
    Random random = new Random(11);
    for (int round = 0; round < 30; round++) {
      List<String> tokens = new ArrayList<>(List.of("a", "b", "c", "<unk>"));
      List<List<String>> merges = new ArrayList<>();
      while (merges.size() < 60) {
        String left = tokens.get(random.nextInt(tokens.size()));
        String right = tokens.get(random.nextInt(tokens.size()));
        if (left.length() + right.length() < 8 || random.nextInt(8) == 0) {
          merges.add(List.of(left, right));
          tokens.add(left + right);
        }
      }
      String json =
          new TokenizerJson()
              .bpe(new LinkedHashSet<>(tokens), merges, false, "'unk_token':'<unk>'")
              .toString();
      try (Oracle oracle = Oracle.of(json)) {
        oracle.agrees(
            IntStream.range(0, 200).mapToObj(i -> letters(random, 1 + i / 4)).toList(), 512);
      }
    }
  }

  private static List<String> some() {
    return IntStream.range(0, texts.size() / 4).mapToObj(i -> texts.get(4 * i)).toList();
  }

  /** A pattern of words, and bytes in place of characters. */
  private static String cutBy(String pattern) {
    String json =
        "{'type':'Sequence','pretokenizers':[{'type':'Split','pattern':{'Regex':@},'behavior':"
            + "'Isolated','invert':false},{'type':'ByteLevel','add_prefix_space':false,"
            + "'trim_offsets':true,'use_regex':false}]}";
    return json.replace('\'', '"').replace("@", TextNode.valueOf(pattern).toString());
  }

  private static String letters(Random random, int length) {
    return random
        .ints(length, 0, 40)
        .mapToObj(i -> i == 0 ? "x" : "abc".substring(i % 3, i % 3 + 1))
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

  /** Merges over the characters that stand for bytes. */
  private static TokenizerJson byteLevel(boolean asTexts) {
    Set<String> tokens = new LinkedHashSet<>(List.of("<s>", "</s>", "<unk>", "<mask>"));
    for (int c = 0; c < 0x144; c++) {
      if ((c > ' ' && c < 127) || (c > 0xA0 && c != 0xAD)) {
        tokens.add(Character.toString(c));
      }
    }
    byteMerges.forEach(pair -> tokens.add(pair.get(0) + pair.get(1)));
    tokens.add("Ġinsurance");
    String more =
        asTexts ? "'continuing_subword_prefix':'','unk_token':null" : "'ignore_merges':true";
    return new TokenizerJson().bpe(tokens, byteMerges, asTexts, more);
  }

  /** Merges over characters after SentencePiece's mark, with tokens for bytes where asked for. */
  private static TokenizerJson marked(String more, boolean hasBytes) {
    Set<String> tokens = new LinkedHashSet<>(List.of("<unk>", "<s>", "</s>"));
    for (int i = 0; hasBytes && i < 256; i++) {
      tokens.add(Utf8.tokenOf(i));
    }
    markedMerges.forEach(tokens::addAll);
    markedMerges.forEach(pair -> tokens.add(pair.get(0) + pair.get(1)));
    return new TokenizerJson().bpe(tokens, markedMerges, false, more);
  }

  private static PairTrainer affixed() {
    List<List<String>> pieces = new ArrayList<>();
    for (String text : some()) {
      for (String word : text.toLowerCase(Locale.ROOT).strip().split("\\s+", -1)) {
        List<String> symbols = new ArrayList<>(characters(word));
        symbols.replaceAll(symbol -> "##" + symbol);
        if (!symbols.isEmpty()) {
          symbols.set(0, symbols.get(0).substring(2));
          symbols.set(symbols.size() - 1, symbols.get(symbols.size() - 1) + "</w>");
          pieces.add(symbols);
        }
      }
    }
    return new PairTrainer(PairTrainer.count(pieces), "##");
  }

  private static Set<String> tokens(List<List<String>> merges, PairTrainer trainer) {
    Set<String> tokens = new LinkedHashSet<>();
    merges.forEach(tokens::addAll);
    merges.forEach(pair -> tokens.add(trainer.merged(pair)));
    return tokens;
  }

  private static List<String> characters(String text) {
    return text.codePoints().mapToObj(Character::toString).toList();
  }
}
