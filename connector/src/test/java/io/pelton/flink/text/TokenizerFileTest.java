package io.pelton.flink.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.flink.error.InvalidSetting;
import io.pelton.flink.error.InvalidTokenizer;
import io.pelton.flink.error.UnsupportedTokenizer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TokenizerFileTest {
  private static final String WORDS =
      "{'version':'1.0','truncation':null,'padding':null,'added_tokens':[],'normalizer':null,"
          + "'pre_tokenizer':{'type':'WhitespaceSplit'},'post_processor':{'type':'BertProcessing',"
          + "'sep':['[SEP]',2],'cls':['[CLS]',1]},'decoder':null,'model':{'type':'WordPiece',"
          + "'unk_token':'?','continuing_subword_prefix':'##','max_input_chars_per_word':5,"
          + "'vocab':{'?':0,'ab':3,'##c':4,'a':5,'[PAD]':6,'abcd':7,'##':8}}}";

  private static Tokenizer read(String json) {
    return TokenizerFile.read(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
  }

  private static String with(String old, String replacement) {
    assertThat(WORDS).contains(old);
    return WORDS.replace(old, replacement);
  }

  @Test
  void wordsAreTheLongestTokensThatFitOrUnknown() {
    Tokenizer tokenizer = read(WORDS);
    assertThat(tokenizer.encode("abc abcd ax abccccc", 100).ids())
        .containsExactly(1, 3, 4, 7, 0, 0, 2);
    assertThat(tokenizer.encode("", 100).ids()).containsExactly(1, 2);
    assertThat(tokenizer.encode("ab ab", 100).types()).containsExactly(0, 0, 0, 0);
  }

  @Test
  void tokensAroundATextAreKeptWhenItIsCut() {
    Tokenizer tokenizer = read(WORDS);
    assertThat(tokenizer.encode("ab a abcd", 4).ids()).containsExactly(1, 3, 5, 2);
    assertThat(tokenizer.encode("ab a abcd", 2).ids()).containsExactly(1, 2);
    assertThatThrownBy(() -> tokenizer.encode("ab", 1))
        .isInstanceOf(InvalidSetting.class)
        .hasMessageContaining("max-length")
        .hasMessageContaining("at least 2");
  }

  @Test
  void theFileSaysWhichEndIsCut() {
    String left =
        with(
            "'truncation':null",
            "'truncation':{'direction':'Left','max_length':9,'strategy':'OnlyFirst','stride':0}");
    assertThat(read(left).encode("ab a abcd", 4).ids()).containsExactly(1, 5, 7, 2);
  }

  @Test
  void thePadIdIsTheFilesOrThatOfThePadToken() {
    assertThat(read(WORDS).padId()).isEqualTo(6);
    String given =
        with(
            "'padding':null",
            "'padding':{'strategy':'BatchLongest','direction':'Right','pad_to_multiple_of':null,"
                + "'pad_id':9,'pad_type_id':0,'pad_token':'x'}");
    assertThat(read(given).padId()).isEqualTo(9);
    assertThat(read(with("[PAD]", "pad")).padId()).isZero();
    String added =
        with("[PAD]", "pad")
            .replace(
                "'added_tokens':[]",
                "'added_tokens':[{'id':7,'content':'<pad>','single_word':false,'lstrip':false,"
                    + "'rstrip':false,'normalized':false,'special':true}]");
    assertThat(read(added).padId()).isEqualTo(7);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "'type':'WordPiece' | 'type':'Wordpiece' | model type \"Wordpiece\"",
        "'type':'WhitespaceSplit' | 'type':'UnicodeScripts' | pre_tokenizer type"
            + " \"UnicodeScripts\"",
        "'normalizer':null | 'normalizer':{'type':'Odd'} | normalizer type \"Odd\"",
        "'type':'BertProcessing' | 'type':'Odd' | post_processor type \"Odd\"",
        "'version':'1.0' | 'version':'2.0' | version \"2.0\"",
        "'version':'1.0' | 'version':'1.0','more':1 | key \"more\"",
        "'type':'WhitespaceSplit' | 'type':'WhitespaceSplit','x':1 | pre_tokenizer key \"x\"",
        "'truncation':null | 'truncation':{'max_length':9,'strategy':'OnlySecond','stride':0}"
            + " | truncation strategy \"OnlySecond\"",
        "{'type':'WhitespaceSplit'} | {'type':'Sequence','pretokenizers':[{'type':'Whitespace'},"
            + "{'type':'UnicodeScripts'}]} | pre_tokenizer.pretokenizers[1] type",
        "{'type':'WhitespaceSplit'} | {'type':'Split','pattern':{'Regex':'(?<n>a)'},"
            + "'behavior':'Removed','invert':false} | pre_tokenizer.pattern.Regex",
        "{'type':'WhitespaceSplit'} | {'type':'Split','pattern':{'Regex':'[a&&b]'},"
            + "'behavior':'Removed','invert':false} | pre_tokenizer.pattern.Regex",
        "{'type':'WhitespaceSplit'} | {'type':'Split','pattern':{'Regex':'a{2}+'},"
            + "'behavior':'Removed','invert':false} | pre_tokenizer.pattern.Regex"
      })
  void whatIsNotImplementedIsRefusedByName(String old, String replacement, String named) {
    assertThatThrownBy(() -> read(with(old, replacement)))
        .isInstanceOf(UnsupportedTokenizer.class)
        .hasMessageContaining(named)
        .hasMessageContaining("supported: ")
        .hasMessageContaining("remedy: ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "'ab':3 | 'ab':-3 | model.vocab[\"ab\"]: expected a whole number from 0",
        "'ab':3 | 'ab':3.5 | model.vocab[\"ab\"]",
        "'ab':3 | 'ab':4294967296 | model.vocab[\"ab\"]",
        "'ab':3 | 'ab':'3' | model.vocab[\"ab\"]",
        "'ab':3 | '\\ud83d':3 | half a surrogate pair",
        "'?':0, | ~~ | model.vocab: expected the unk_token \"?\"",
        "'unk_token':'?', | ~~ | model.unk_token: expected a value, found none",
        "'max_input_chars_per_word':5 | 'max_input_chars_per_word':-1 | max_input_chars_per_word",
        "'model':{ | 'model':[],'decoder':{ | model: expected an object",
        "'model':{ | 'decoder':{ | model: expected a value",
        "'type':'WhitespaceSplit' | 'type':7 | pre_tokenizer.type: expected a text",
        "'added_tokens':[] | 'added_tokens':{} | added_tokens: expected a list",
        "'added_tokens':[] | 'added_tokens':[{'id':1}] | added_tokens[0].content",
        "'sep':['[SEP]',2] | 'sep':['[SEP]'] | post_processor.sep",
        "{'type':'WhitespaceSplit'} | {'type':'Punctuation','behavior':'Gone'} |"
            + " pre_tokenizer.behavior",
        "{'type':'WhitespaceSplit'} | {'type':'Digits','individual_digits':'no'} |"
            + " pre_tokenizer.individual_digits: expected true or false",
        "{'type':'WhitespaceSplit'} | {'type':'Split','pattern':{'String':''},"
            + "'behavior':'Removed','invert':false} | pre_tokenizer.pattern.String"
      })
  void whatIsWrongIsNamedByItsPlace(String old, String replacement, String named) {
    assertThatThrownBy(() -> read(with(old, replacement)))
        .isInstanceOf(InvalidTokenizer.class)
        .hasMessageContaining(named)
        .hasMessageContaining("expected ")
        .hasMessageContaining("tokenizer.json");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "  ", "{", "null", "[]", "7", "{}", "{} {}", "{'model':{'a':1}"})
  void whatIsNoSuchFileIsRefused(String json) {
    assertThatThrownBy(() -> read(json)).isInstanceOf(InvalidTokenizer.class);
  }

  @Test
  void bytesThatAreNoUtf8AreRefused() {
    byte[] json = WORDS.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    json[WORDS.indexOf("abcd")] = (byte) 0xFF;
    assertThatThrownBy(() -> TokenizerFile.read(json)).isInstanceOf(InvalidTokenizer.class);
  }

  @Test
  void everyCutOfAFileIsRefused() {
    byte[] json = WORDS.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    for (int length = 0; length < json.length; length++) {
      byte[] cut = Arrays.copyOf(json, length);
      assertThatThrownBy(() -> TokenizerFile.read(cut)).isInstanceOf(InvalidTokenizer.class);
    }
  }

  @Test
  void deepNestingIsRefused() {
    String deep = "{'type':'Sequence','normalizers':[".repeat(20_000);
    assertThatThrownBy(() -> read(with("'normalizer':null", "'normalizer':" + deep)))
        .isInstanceOf(InvalidTokenizer.class);
    String open = "{'type':'Sequence','normalizers':[".repeat(400);
    String nested = open + "{'type':'NFC'}" + "]}".repeat(400);
    assertThat(read(with("'normalizer':null", "'normalizer':" + nested)).encode("ab", 9).ids())
        .containsExactly(1, 3, 2);
  }

  @Test
  void aFileOfNoTypesIsAnOldOne() {
    assertThat(read(with("'type':'WordPiece',", "")).encode("abc", 9).ids())
        .containsExactly(1, 3, 4, 2);
  }
}
