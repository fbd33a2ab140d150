package io.pelton.flink.text;

import io.pelton.flink.error.InvalidTokenizer;
import java.util.Arrays;

/**
 * Unigram language model: of all ways to cut a piece into tokens the one whose scores sum up to the
 * most, as Kudo describes it in "Subword Regularization" (2018). Sums, ties and unknown characters
 * are as {@code Unigram::encode_optimized} of Hugging Face's tokenizers has them: scores are added
 * from the left in double precision, of equal sums the first found stays, and an unknown character
 * costs ten more than the worst token. Takes memory in proportion to the piece. Thread-safe.
 */
final class UnigramModel implements SubwordModel {
  private static final double UNKNOWN_PENALTY = 10;
  private static final int NONE = -1;

  private final Trie tokens;
  private final double[] scores;
  private final double unknownScore;
  private final int unknownId;
  private final int[] bytes;
  private final PieceCache cache = new PieceCache();

  /**
   * A model of tokens that are numbered in order.
   *
   * @param unknownId of the token for unknown characters, or -1
   * @param bytes the tokens of the bytes from 0 to 255, each -1 where there is none; or null
   */
  UnigramModel(Trie tokens, double[] scores, int unknownId, int[] bytes) {
    this.tokens = tokens;
    this.scores = scores;
    this.unknownScore = Arrays.stream(scores).min().orElse(0) - UNKNOWN_PENALTY;
    this.unknownId = unknownId;
    this.bytes = bytes;
  }

  static UnigramModel of(JsonPart json) {
    return UnigramFile.read(json);
  }

  @Override
  public int id(String token) {
    return tokens.find(token);
  }

  @Override
  public int size() {
    return scores.length;
  }

  @Override
  public void tokenize(String piece, IdList ids) {
    if (cache.find(piece, ids)) {
      return;
    }
    int[] found = cut(piece);
    cache.keep(piece, found);
    for (int id : found) {
      ids.add(id);
    }
  }

  private int[] cut(String piece) {
    int length = piece.length();
    double[] best = new double[length + 1];
    int[] starts = new int[length + 1];
    int[] ids = new int[length + 1];
    Arrays.fill(starts, NONE);
    for (int start = 0; start < length; ) {
      int next = start + Character.charCount(piece.codePointAt(start));
      boolean hasSingle = false;
      int node = 0;
      for (int end = start; end < length; ) {
        node = tokens.next(node, piece.charAt(end++));
        if (node < 0) {
          break;
        }
        int id = tokens.at(node);
        if (id >= 0) {
          reach(best, starts, ids, start, end, scores[id], id);
          hasSingle |= end == next;
        }
      }
      if (!hasSingle) {
        reach(best, starts, ids, start, next, unknownScore, unknownId);
        if (ids[next] < 0) {
          throw new InvalidTokenizer(
              "model.unk_id",
              "the id of a token, for " + Utf8.name(piece.codePointAt(start)),
              "none");
        }
      }
      start = next;
    }
    return backwards(piece, starts, ids);
  }

  private static void reach(
      double[] best, int[] starts, int[] ids, int start, int end, double score, int id) {
    double sum = score + best[start];
    if (starts[end] == NONE || sum > best[end]) {
      best[end] = sum;
      starts[end] = start;
      ids[end] = id;
    }
  }

  /** The path to the end of a piece, with unknown neighbours as one. */
  private int[] backwards(String piece, int[] starts, int[] ids) {
    int[] reversed = new int[8];
    int count = 0;
    for (int end = piece.length(); end > 0; ) {
      int start = starts[end];
      int[] found = {ids[end]};
      if (unknownId >= 0 && ids[end] == unknownId) {
        while (start > 0 && ids[start] == unknownId) {
          start = starts[start];
        }
        found = unknown(piece, start, end);
      }
      if (count + found.length > reversed.length) {
        reversed = Arrays.copyOf(reversed, 2 * (count + found.length));
      }
      for (int i = found.length - 1; i >= 0; i--) {
        reversed[count++] = found[i];
      }
      end = start;
    }
    int[] tokensInOrder = new int[count];
    for (int i = 0; i < count; i++) {
      tokensInOrder[i] = reversed[count - 1 - i];
    }
    return tokensInOrder;
  }

  /** What stands for unknown characters: a token that is all of them, their bytes, or one token. */
  private int[] unknown(String piece, int start, int end) {
    int whole = tokens.find(piece.substring(start, end));
    if (whole >= 0) {
      return new int[] {whole};
    }
    if (bytes != null) {
      int[] found = Utf8.bytes(piece, start, end);
      boolean hasAll = true;
      for (int i = 0; i < found.length; i++) {
        found[i] = bytes[found[i]];
        hasAll &= found[i] >= 0;
      }
      if (hasAll) {
        return found;
      }
    }
    return new int[] {unknownId};
  }
}
