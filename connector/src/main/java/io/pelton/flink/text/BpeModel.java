package io.pelton.flink.text;

import io.pelton.flink.error.InvalidTokenizer;
import java.util.Map;

/**
 * Byte pair encoding: a piece begins as characters, and neighbours are merged in the order in which
 * training found them, as Sennrich, Haddow and Birch describe it in "Neural Machine Translation of
 * Rare Words with Subword Units" (2016). What is not said there (affixes, unknown characters, bytes
 * in place of characters, stale entries of the queue) is as {@code models/bpe} of Hugging Face's
 * tokenizers has it. Thread-safe.
 */
final class BpeModel implements SubwordModel {
  private final Map<String, Integer> vocabulary;
  private final MergeTable merges;
  private final LongIntMap characters = new LongIntMap(1024);
  private final int[] bytes;
  private final String unknown;
  private final int unknownId;
  private final boolean fusesUnknown;
  private final boolean ignoresMerges;
  private final String prefix;
  private final String suffix;
  private final PieceCache cache = new PieceCache();

  BpeModel(BpeFile file) {
    this.vocabulary = file.vocabulary();
    this.merges = file.merges();
    this.bytes = file.bytes();
    this.unknown = file.unknown();
    this.unknownId = unknown == null ? -1 : id(unknown);
    this.fusesUnknown = file.fusesUnknown();
    this.ignoresMerges = file.ignoresMerges();
    this.prefix = file.prefix();
    this.suffix = file.suffix();
    vocabulary.forEach(
        (token, id) -> {
          if (!token.isEmpty() && token.length() == Character.charCount(token.codePointAt(0))) {
            characters.put(token.codePointAt(0), id);
          }
        });
  }

  static BpeModel of(JsonPart json) {
    return new BpeModel(new BpeFile(json));
  }

  @Override
  public int id(String token) {
    return vocabulary.getOrDefault(token, -1);
  }

  @Override
  public int size() {
    return vocabulary.size();
  }

  @Override
  public void tokenize(String piece, IdList ids) {
    if (ignoresMerges) {
      int whole = id(piece);
      if (whole >= 0) {
        ids.add(whole);
        return;
      }
    }
    if (cache.find(piece, ids)) {
      return;
    }
    int[] tokens = cut(piece);
    cache.keep(piece, tokens);
    for (int token : tokens) {
      ids.add(token);
    }
  }

  private int[] cut(String piece) {
    MergingWord word = new MergingWord(merges, piece.length());
    boolean isPending = false;
    for (int i = 0; i < piece.length(); ) {
      int character = piece.codePointAt(i);
      int end = i + Character.charCount(character);
      boolean isFirst = i == 0;
      boolean isLast = end == piece.length();
      int id = characterId(character, isFirst, isLast);
      if (id >= 0) {
        if (isPending) {
          word.add(unknownId);
          isPending = false;
        }
        word.add(id);
      } else if (!addBytes(word, character, isFirst, isLast) && unknown != null) {
        if (unknownId < 0) {
          throw new InvalidTokenizer(
              "model.unk_token",
              "a token of the vocabulary, for " + Utf8.name(character),
              "\"" + JsonPart.shorten(unknown) + "\"");
        }
        if (isPending && !fusesUnknown) {
          word.add(unknownId);
        }
        isPending = true;
      }
      i = end;
    }
    if (isPending) {
      word.add(unknownId);
    }
    return word.merge();
  }

  private int characterId(int character, boolean isFirst, boolean isLast) {
    boolean hasPrefix = !isFirst && !prefix.isEmpty();
    boolean hasSuffix = isLast && !suffix.isEmpty();
    if (!hasPrefix && !hasSuffix) {
      return characters.get(character);
    }
    return id(affixed(character, isFirst, isLast));
  }

  private String affixed(int character, boolean isFirst, boolean isLast) {
    return (isFirst ? "" : prefix) + Character.toString(character) + (isLast ? suffix : "");
  }

  /** Adds tokens for the bytes of a character with its affixes, where there is one for each. */
  private boolean addBytes(MergingWord word, int character, boolean isFirst, boolean isLast) {
    if (bytes == null) {
      return false;
    }
    String text = affixed(character, isFirst, isLast);
    int[] found = Utf8.bytes(text, 0, text.length());
    for (int i = 0; i < found.length; i++) {
      found[i] = bytes[found[i]];
      if (found[i] < 0) {
        return false;
      }
    }
    for (int id : found) {
      word.add(id);
    }
    return true;
  }
}
