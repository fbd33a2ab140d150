package io.pelton.flink.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where a set begins and ends, and now and then between, single characters agree. */
class UnicodeSetsTest {
  private static final List<Integer> CHARACTERS = characters();
  private static final List<String> TEXTS = texts();
  private static final String VOCABULARY = vocabulary();

  private static List<Integer> characters() {
    List<Integer> characters = new ArrayList<>();
    for (int c = 1; c < 0x110000; c++) {
      if ((c % 211 == 0 || c == 'a' || differs(c, c - 1) || differs(c, Math.min(c + 1, 0x10FFFF)))
          && !(c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE)) {
        characters.add(c);
      }
    }
    return characters;
  }

  private static boolean differs(int one, int other) {
    for (int set = UnicodeSets.OTHER; set <= UnicodeSets.LATER_SMALL; set <<= 1) {
      if (UnicodeSets.has(one, set) != UnicodeSets.has(other, set)) {
        return true;
      }
    }
    return false;
  }

  private static List<String> texts() {
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < CHARACTERS.size(); i += 8) {
      StringBuilder text = new StringBuilder();
      for (int c : CHARACTERS.subList(i, Math.min(i + 8, CHARACTERS.size()))) {
        text.append('a').appendCodePoint(c);
      }
      texts.add(text.toString());
    }
    return texts;
  }

  private static String vocabulary() {
    StringBuilder json = new StringBuilder("\"[UNK]\":0");
    int id = 1;
    for (int c : CHARACTERS) {
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

  @ParameterizedTest
  @ValueSource(
      strings = {
        "'normalizer':{'type':'BertNormalizer','clean_text':true,'handle_chinese_chars':true,"
            + "'strip_accents':true,'lowercase':false},'pre_tokenizer':{'type':'Punctuation'}",
        "'normalizer':{'type':'StripAccents'},"
            + "'pre_tokenizer':{'type':'Digits','individual_digits':true}",
        "'normalizer':null,'pre_tokenizer':{'type':'Whitespace'}",
        "'normalizer':{'type':'NFC'},'pre_tokenizer':{'type':'Split','pattern':{'Regex':"
            + "'\\\\p{L}|\\\\p{N}{2}'},'behavior':'Isolated','invert':false}",
        "'normalizer':{'type':'Replace','pattern':{'Regex':"
            + "'\\\\p{M}|\\\\p{P}|\\\\p{Lu}|\\\\d'},'content':'a'},'pre_tokenizer':{'type':'Split',"
            + "'pattern':{'Regex':'\\\\p{S}|\\\\p{Ll}|[^\\\\s\\\\p{N}]a'},'behavior':'Removed',"
            + "'invert':false}",
        "'normalizer':{'type':'Lowercase'},'pre_tokenizer':{'type':'Split',"
            + "'pattern':{'Regex':'\\\\w'},'behavior':'Removed','invert':false}"
      })
  void charactersAreWhatTheyAreForTheLibrary(String parts) {
    String json =
        ("{'added_tokens':[]," + parts + ",'post_processor':null,'decoder':null,'model':{")
            .concat("'type':'WordPiece','unk_token':'[UNK]','continuing_subword_prefix':'##',")
            .concat("'max_input_chars_per_word':100,'vocab':{@}}}")
            .replace('\'', '"')
            .replace("@", VOCABULARY);
    try (Oracle oracle = Oracle.of(json)) {
      oracle.agrees(TEXTS, 1000);
    }
  }
}
