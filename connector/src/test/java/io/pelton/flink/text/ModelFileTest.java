package io.pelton.flink.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.flink.error.InvalidTokenizer;
import io.pelton.flink.error.UnsupportedTokenizer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that are not what they should be. */
class ModelFileTest {
  private static final String BYTES = "'type':'ByteLevel','add_prefix_space':false";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'type':'BPE','merges':[]} | model.vocab",
        "{'type':'BPE','vocab':{'a':0}} | model.merges",
        "{'type':'BPE','vocab':[],'merges':[]} | model.vocab",
        "{'type':'BPE','vocab':{'a':-1},'merges':[]} | model.vocab[\"a\"]",
        "{'type':'BPE','vocab':{'a':4294967296},'merges':[]} | model.vocab[\"a\"]",
        "{'type':'BPE','vocab':{'a':1.5},'merges':[]} | model.vocab[\"a\"]",
        "{'type':'BPE','vocab':{'a':0},'merges':{}} | model.merges",
        "{'type':'BPE','vocab':{'a':0,'aa':1},'merges':['a a','a b']} | model.merges[1]",
        "{'type':'BPE','vocab':{'a':0},'merges':[['a','a']]} | model.merges[0]",
        "{'type':'BPE','vocab':{'a':0},'merges':['a']} | model.merges[0]",
        "{'type':'BPE','vocab':{'a':0,'aa':1},'merges':['a a',['a','a']]} | model.merges[1]",
        "{'type':'BPE','vocab':{'a':0,'aa':1},'merges':[['a','a'],'a a']} | model.merges[1]",
        "{'type':'BPE','vocab':{'a':0,'aa':1},'merges':[['a','a','a']]} | model.merges[0]",
        "{'type':'BPE','vocab':{'a':0},'merges':[],'fuse_unk':1} | model.fuse_unk",
        "{'type':'BPE','vocab':{'a':0,'aa':1},'merges':['a a'],'continuing_subword_prefix':'#'}"
            + " | model.merges[0]",
        "{'type':'Unigram','unk_id':0} | model.vocab",
        "{'type':'Unigram','unk_id':0,'vocab':{}} | model.vocab",
        "{'type':'Unigram','unk_id':1,'vocab':[['a',0.0]]} | model.unk_id",
        "{'type':'Unigram','unk_id':-1,'vocab':[['a',0.0]]} | model.unk_id",
        "{'type':'Unigram','unk_id':0,'vocab':[['a']]} | model.vocab[0]",
        "{'type':'Unigram','unk_id':0,'vocab':[['a',0.0],['b','x']]} | model.vocab[1]",
        "{'type':'Unigram','unk_id':0,'vocab':[[1,0.0]]} | model.vocab[0][0]",
        "{'type':'Unigram','unk_id':0,'vocab':[['a',1e309]]} | model.vocab[0][1]",
        "{'type':'Unigram','unk_id':0,'vocab':[['a',-1e999999999]]} | model.vocab[0][1]",
      })
  void modelsThatAreInvalid(String model, String place) {
    assertThatThrownBy(() -> read(new TokenizerJson().part("model", model)))
        .isInstanceOfSatisfying(InvalidTokenizer.class, e -> assertThat(e.part()).isEqualTo(place));
  }

  @Test
  void dropoutIsRefused() {
    assertThatThrownBy(
            () ->
                read(
                    new TokenizerJson()
                        .part("model", "{'type':'BPE','vocab':{'a':0},'merges':[],'dropout':0.1}")))
        .isInstanceOf(UnsupportedTokenizer.class)
        .hasMessageContaining("model.dropout")
        .hasMessageContaining("null or 0");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'type':'Metaspace','replacement':'__'}",
        "{'type':'Metaspace','replacement':'_','prepend_scheme':'last'}",
        "{'type':'Metaspace','replacement':'_','prepend_scheme':'first','add_prefix_space':false}",
        "{'type':'Metaspace'}",
        "{'type':'ByteLevel'}",
        "{" + BYTES + ",'trim_offsets':1}",
        "{" + BYTES + ",'trim_offsets':true,'use_regex':'no'}"
      })
  void preTokenizersThatAreInvalid(String part) {
    assertThatThrownBy(() -> read(bpe("'unk_token':null").part("pre_tokenizer", part)))
        .isInstanceOfSatisfying(
            InvalidTokenizer.class, e -> assertThat(e.part()).startsWith("pre_tokenizer."));
  }

  @Test
  void charsMapsThatLeadOutOfThemselves() {
    byte[] good = CharsMapBuilder.build(Map.of("a", "b"));
    assertThat(encode(precompiled(good), "ab")).containsExactly(1, 1);
    assertInvalidMap(precompiled(new byte[0]));
    assertInvalidMap(precompiled(new byte[] {0, 0, 0, 0}));
    assertInvalidMap(precompiled(new byte[] {-1, -1, -1, -1, 0, 0, 0, 0}));
    assertInvalidMap(bpe("'unk_token':null").part("normalizer", normalizer("'?'")));
    for (int i = 4; i < good.length; i++) {
      for (int bit = 0; bit < 8; bit++) {
        byte[] changed = good.clone();
        changed[i] ^= (byte) (1 << bit);
        try {
          encode(precompiled(changed), "abc");
        } catch (InvalidTokenizer e) {
          assertThat(e.part()).isEqualTo("normalizer.precompiled_charsmap");
        }
      }
    }
    ByteBuffer units = ByteBuffer.wrap(good.clone()).order(ByteOrder.LITTLE_ENDIAN);
    int place = 1 ^ 'a';
    assertThat(units.getInt(4 + 4 * place) & 0xFF).isEqualTo('a');
    int leaf = place ^ units.getInt(4 + 4 * place) >>> 10;
    units.putInt(4 + 4 * leaf, 1 << 31 | 4);
    assertInvalidMap(precompiled(units.array()));
    units.putInt(4 + 4 * place, 'a' | 300 << 10);
    assertInvalidMap(precompiled(units.array()));
  }

  @Test
  void unknownCharactersWithoutAToken() {
    assertThat(encode(bpe("'unk_token':null"), "a?b")).containsExactly(0, 1);
    assertThatThrownBy(() -> encode(bpe("'unk_token':'<unk>'"), "a?b"))
        .isInstanceOf(InvalidTokenizer.class)
        .hasMessageContaining("model.unk_token")
        .hasMessageContaining("U+003F");
    TokenizerJson unigram =
        new TokenizerJson().part("model", "{'type':'Unigram','unk_id':null,'vocab':[['a',-1.0]]}");
    assertThat(encode(unigram, "aa")).containsExactly(0, 0);
    assertThatThrownBy(() -> encode(unigram, "aa?"))
        .isInstanceOf(InvalidTokenizer.class)
        .hasMessageContaining("model.unk_id")
        .hasMessageContaining("U+003F");
  }

  private static TokenizerJson bpe(String more) {
    return new TokenizerJson()
        .part("model", "{'type':'BPE','vocab':{'a':0,'b':1},'merges':[]," + more + "}");
  }

  private static TokenizerJson precompiled(byte[] map) {
    String text = "'" + Base64.getEncoder().encodeToString(map) + "'";
    return bpe("'unk_token':null").part("normalizer", normalizer(text));
  }

  private static String normalizer(String map) {
    return "{'type':'Precompiled','precompiled_charsmap':" + map + "}";
  }

  private static void assertInvalidMap(TokenizerJson json) {
    assertThatThrownBy(() -> read(json))
        .isInstanceOf(InvalidTokenizer.class)
        .hasMessageContaining("normalizer.precompiled_charsmap");
  }

  private static Tokenizer read(TokenizerJson json) {
    return TokenizerFile.read(json.toString().getBytes(StandardCharsets.UTF_8));
  }

  private static long[] encode(TokenizerJson json, String text) {
    return read(json).encode(text, 100).ids();
  }
}
