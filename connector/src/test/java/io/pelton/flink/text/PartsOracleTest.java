package io.pelton.flink.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each part of a file by itself, with a vocabulary that shows every character and every cut. */
class PartsOracleTest {
  private static final List<String> TEXTS = texts();
  private static final String VOCABULARY = vocabulary();

  private static final String NO_SPECIAL = "[]";

  private static List<String> texts() {
    List<String> texts = new ArrayList<>(Texts.generated(3, 250));
    texts.add("a-b--c---d");
    texts.add("--a--");
    texts.add("1a22b 333");
    texts.add("");
    return texts;
  }

  /**
   * Every character of the texts and of what normalizers make of them, at and after a beginning.
   */
  private static String vocabulary() {
    TreeSet<Integer> characters = new TreeSet<>();
    for (String text : TEXTS) {
      text.codePoints().forEach(characters::add);
      for (Normalizer.Form form : Normalizer.Form.values()) {
        String normal = Normalizer.normalize(text, form);
        normal.codePoints().forEach(characters::add);
        normal.toLowerCase(Locale.ROOT).codePoints().forEach(characters::add);
      }
      text.codePoints().map(c -> lower(c)).forEach(characters::add);
    }
    StringBuilder json = new StringBuilder("\"[UNK]\":0");
    int id = 1;
    for (int c : characters) {
      for (String prefix : new String[] {"", "##"}) {
        json.append(",\"").append(prefix);
        for (char unit : Character.toChars(c)) {
          json.append(String.format(Locale.ROOT, "\\u%04x", (int) unit));
        }
        json.append("\":").append(id++);
      }
    }
    return json.toString();
  }

  private static int lower(int c) {
    StringBuilder lower = new StringBuilder();
    CharClasses.appendLower(c, lower);
    return lower.codePointAt(0);
  }

  private static String file(String normalizer, String preTokenizer, String added, String post) {
    return ("{'version':'1.0','truncation':null,'padding':null,'added_tokens':" + added)
        .concat(",'normalizer':" + normalizer + ",'pre_tokenizer':" + preTokenizer)
        .concat(",'post_processor':" + post + ",'decoder':null,'model':{'type':'WordPiece',")
        .concat("'unk_token':'[UNK]','continuing_subword_prefix':'##',")
        .concat("'max_input_chars_per_word':100000,'vocab':{@}}}")
        .replace('\'', '"')
        .replace("@", VOCABULARY)
        .replace('`', '\'');
  }

  private static void agrees(String json, List<String> texts, int... lengths) {
    try (Oracle oracle = Oracle.of(json)) {
      oracle.agrees(texts, lengths);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'type':'BertNormalizer','clean_text':true,'handle_chinese_chars':true,"
            + "'strip_accents':null,'lowercase':true}",
        "{'type':'BertNormalizer','clean_text':false,'handle_chinese_chars':false,"
            + "'strip_accents':true,'lowercase':false}",
        "{'type':'BertNormalizer','clean_text':true,'handle_chinese_chars':true,"
            + "'strip_accents':false,'lowercase':true}",
        "{'type':'BertNormalizer','clean_text':true,'handle_chinese_chars':false,"
            + "'strip_accents':null,'lowercase':false}",
        "{'type':'NFC'}",
        "{'type':'NFD'}",
        "{'type':'NFKC'}",
        "{'type':'NFKD'}",
        "{'type':'Nmt'}",
        "{'type':'Lowercase'}",
        "{'type':'StripAccents'}",
        "{'type':'Strip','strip_left':true,'strip_right':false}",
        "{'type':'Strip','strip_left':true,'strip_right':true}",
        "{'type':'Replace','pattern':{'String':'e'},'content':'[UNK]$1'}",
        "{'type':'Replace','pattern':{'Regex':' {2,}|\\\\p{L}+(?=\\\\s)'},'content':'_'}",
        "{'type':'Prepend','prepend':'_ '}",
        "{'type':'Sequence','normalizers':[{'type':'NFD'},{'type':'StripAccents'},"
            + "{'type':'Lowercase'}]}"
      })
  void normalizersChangeTextsAsTheLibraryDoes(String normalizer) {
    agrees(file(normalizer, "{'type':'WhitespaceSplit'}", NO_SPECIAL, "null"), TEXTS, 10_000);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "null",
        "{'type':'BertPreTokenizer'}",
        "{'type':'Whitespace'}",
        "{'type':'WhitespaceSplit'}",
        "{'type':'Punctuation'}",
        "{'type':'Punctuation','behavior':'Removed'}",
        "{'type':'Punctuation','behavior':'Contiguous'}",
        "{'type':'Punctuation','behavior':'MergedWithPrevious'}",
        "{'type':'Punctuation','behavior':'MergedWithNext'}",
        "{'type':'Digits','individual_digits':true}",
        "{'type':'Digits','individual_digits':false}",
        "{'type':'Split','pattern':{'String':' '},'behavior':'MergedWithNext','invert':false}",
        "{'type':'Split','pattern':{'Regex':'\\\\w+'},'behavior':'Removed','invert':true}",
        "{'type':'Split','pattern':{'Regex':'[^\\\\s\\\\p{L}\\\\p{N}]|(?<=a).'},"
            + "'behavior':'Contiguous','invert':false}",
        "{'type':'Split','pattern':{'Regex':'(?i:`s|`t|`re|`ve|`m|`ll|`d)|[^\\\\r\\\\n\\\\p{L}"
            + "\\\\p{N}]?\\\\p{L}+|\\\\p{N}{1,3}| ?[^\\\\s\\\\p{L}\\\\p{N}]+[\\\\r\\\\n]*|"
            + "\\\\s*[\\\\r\\\\n]+|\\\\s+(?!\\\\S)|\\\\s+'},'behavior':'Isolated','invert':false}",
        "{'type':'Split','pattern':{'Regex':'^.|.$|\\\\W?+x'},'behavior':'Isolated',"
            + "'invert':false}",
        "{'type':'Sequence','pretokenizers':[{'type':'WhitespaceSplit'},"
            + "{'type':'Digits','individual_digits':true},{'type':'Punctuation'}]}"
      })
  void preTokenizersCutTextsAsTheLibraryDoes(String preTokenizer) {
    agrees(file("null", preTokenizer, NO_SPECIAL, "null"), TEXTS, 10_000);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[{'id':0,'content':'[UNK]','single_word':false,'lstrip':false,'rstrip':false,"
            + "'normalized':false,'special':true}]",
        "[{'id':9,'content':'[MASK]','single_word':false,'lstrip':true,'rstrip':true,"
            + "'normalized':false,'special':true}]",
        "[{'id':9,'content':'Don','single_word':false,'lstrip':false,'rstrip':true,"
            + "'normalized':true,'special':false},{'id':9,'content':'don`t','single_word':true,"
            + "'lstrip':true,'rstrip':false,'normalized':true,'special':false},"
            + "{'id':9,'content':' ','single_word':false,'lstrip':false,'rstrip':false,"
            + "'normalized':false,'special':false}]",
        "[{'id':9,'content':'a','single_word':true,'lstrip':false,'rstrip':false,"
            + "'normalized':false,'special':false},{'id':9,'content':'an',"
            + "'single_word':false,'lstrip':false,'rstrip':false,'normalized':true,"
            + "'special':true},{'id':9,'content':'\u00EF','single_word':false,'lstrip':true,"
            + "'rstrip':true,'normalized':true,'special':false}]"
      })
  void addedTokensAreFoundWhereTheLibraryFindsThem(String added) {
    List<String> texts = new ArrayList<>(TEXTS);
    texts.addAll(
        List.of(
            "a an ana a.a xa",
            "  [MASK]  [MASK] x[MASK]y ",
            "don't DON'T xdon't don'tx Don",
            "na\u00EFve  \u00EF \u00CF i"));
    String normalizer =
        "{'type':'BertNormalizer','clean_text':true,'handle_chinese_chars':true,"
            + "'strip_accents':null,'lowercase':true}";
    agrees(file(normalizer, "{'type':'BertPreTokenizer'}", added, "null"), texts, 10_000);
    agrees(file("null", "{'type':'WhitespaceSplit'}", added, "null"), texts, 10_000);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "null",
        "{'type':'BertProcessing','sep':['[SEP]',7],'cls':['[CLS]',8]}",
        "{'type':'RobertaProcessing','sep':['</s>',7],'cls':['<s>',8],'trim_offsets':true,"
            + "'add_prefix_space':true}",
        "{'type':'ByteLevel','add_prefix_space':true,'trim_offsets':false,'use_regex':true}",
        "{'type':'TemplateProcessing','single':[{'SpecialToken':{'id':'x','type_id':3}},"
            + "{'Sequence':{'id':'A','type_id':2}},{'SpecialToken':{'id':'y','type_id':1}}],"
            + "'pair':[],'special_tokens':{'x':{'id':'x','ids':[5,6],'tokens':['p','q']},"
            + "'y':{'id':'y','ids':[4],'tokens':['r']}}}",
        "{'type':'Sequence','processors':[{'type':'ByteLevel','add_prefix_space':true,"
            + "'trim_offsets':false},{'type':'BertProcessing','sep':['s',7],'cls':['c',8]}]}"
      })
  void tokensAroundTextsAreThoseOfTheLibrary(String post) {
    String json = file("null", "{'type':'WhitespaceSplit'}", NO_SPECIAL, post);
    agrees(json, TEXTS.subList(0, 200), 4, 9, 1000);
    String left =
        json.replace(
            "\"truncation\":null",
            "\"truncation\":{\"direction\":\"Left\",\"max_length\":9,"
                + "\"strategy\":\"LongestFirst\",\"stride\":0}");
    assertThat(left).isNotEqualTo(json);
    agrees(left, TEXTS.subList(0, 200), 4, 9, 1000);
  }

  @Test
  void wordsOfALevelAreLookedUpWhole() {
    String json =
        ("{'added_tokens':[{'id':5,'content':'new','single_word':false,'lstrip':false,"
                + "'rstrip':false,'normalized':false,'special':false}],'normalizer':null,"
                + "'pre_tokenizer':{'type':'Whitespace'},'post_processor':null,'decoder':null,"
                + "'model':{'type':'WordLevel','unk_token':'?','vocab':{'?':0,'the':3,'cat':4}}}")
            .replace('\'', '"');
    agrees(json, List.of("the cat sat", "new cat thecat", "renew", ""), 10);
    assertThat(TokenizerFile.read(json.getBytes(StandardCharsets.UTF_8)))
        .extracting(Tokenizer::padId)
        .isEqualTo(0L);
  }
}
