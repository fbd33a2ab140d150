package io.pelton.flink.text;

import io.pelton.flink.error.InvalidTokenizer;
import java.util.Map;

/**
 * WordPiece: a word is the longest token that begins it, then the longest that goes on, and so on;
 * a word that can't be cut so, or is too long, is one unknown token.
 */
final class WordPieceModel implements SubwordModel {
  private final Trie trie;
  private final int continuing;
  private final int size;
  private final int unknown;
  private final int maxChars;

  private WordPieceModel(Trie trie, int continuing, int size, int unknown, int maxChars) {
    this.trie = trie;
    this.continuing = continuing;
    this.size = size;
    this.unknown = unknown;
    this.maxChars = maxChars;
  }

  static WordPieceModel of(JsonPart part) {
    part.only(
        "type", "unk_token", "continuing_subword_prefix", "max_input_chars_per_word", "vocab");
    String unknown = part.text("unk_token");
    String prefix = part.text("continuing_subword_prefix");
    int maxChars = part.get("max_input_chars_per_word").number();
    Map<String, Integer> vocab = Vocabulary.of(part.get("vocab"));
    Integer unknownId = vocab.get(unknown);
    if (unknownId == null) {
      throw new InvalidTokenizer(
          part.place() + ".vocab", "the unk_token \"" + JsonPart.shorten(unknown) + "\"", "none");
    }
    Trie trie = new Trie();
    int continuing = trie.newRoot();
    vocab.forEach(
        (token, id) -> {
          trie.put(0, token, 0, id);
          if (token.startsWith(prefix)) {
            trie.put(continuing, token, prefix.length(), id);
          }
        });
    return new WordPieceModel(trie, continuing, vocab.size(), unknownId, maxChars);
  }

  @Override
  public void tokenize(String piece, IdList ids) {
    if (piece.length() > maxChars && piece.codePointCount(0, piece.length()) > maxChars) {
      ids.add(unknown);
      return;
    }
    int before = ids.size();
    int at = 0;
    while (at < piece.length()) {
      long match = trie.longest(at == 0 ? 0 : continuing, piece, at);
      if (match < 0) {
        ids.cut(before);
        ids.add(unknown);
        return;
      }
      ids.add(Trie.value(match));
      at = Trie.end(match);
    }
  }

  @Override
  public int id(String token) {
    return trie.find(token);
  }

  @Override
  public int size() {
    return size;
  }
}
