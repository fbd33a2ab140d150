package io.pelton.flink.text;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Tokens that are found in a text before everything else, such as {@code [MASK]}: some as they are
 * written, some in the normalized text.
 */
final class AddedTokens {
  private final Map<String, Integer> ids;
  private final SubwordModel model;
  private final TokenMatcher written;
  private final TokenMatcher normalized;

  private AddedTokens(
      Map<String, Integer> ids, SubwordModel model, TokenMatcher written, TokenMatcher normalized) {
    this.ids = ids;
    this.model = model;
    this.written = written;
    this.normalized = normalized;
  }

  /** Where the pieces of a text go, in order. */
  interface Sink {
    void token(int id);

    /** What is between tokens that were found as they are written; not empty. */
    void raw(String piece, boolean isFirst);

    /** What is between tokens that were found in a normalized text; not empty. */
    void normalized(String piece, boolean isFirst);
  }

  /**
   * The file's {@code added_tokens}. As in the library, a token that the model knows has the
   * model's id, and others are numbered after it: the ids that the file names are not used.
   */
  static AddedTokens of(JsonPart file, SubwordModel model, Normalizer normalizer) {
    Map<String, Integer> ids = new HashMap<>();
    Map<Integer, AddedToken> byId = new HashMap<>();
    List<AddedToken> special = new ArrayList<>();
    List<AddedToken> others = new ArrayList<>();
    Set<String> specialTexts = new HashSet<>();
    int max = -1;
    List<AddedToken> tokens = new ArrayList<>();
    if (file.find("added_tokens") != null) {
      for (JsonPart part : file.list("added_tokens")) {
        tokens.add(AddedToken.of(part));
      }
    }
    for (AddedToken token : tokens) {
      if (token.special() && !token.content().isEmpty() && specialTexts.add(token.content())) {
        special.add(token);
      }
    }
    Set<AddedToken> seen = new HashSet<>();
    for (AddedToken token : tokens) {
      if (token.content().isEmpty() || seen.contains(token)) {
        continue;
      }
      Integer known = ids.get(token.content());
      int id = known != null ? known : model.id(token.content());
      if (id < 0) {
        id = max >= model.size() || (model.size() == 0 && max >= 0) ? max + 1 : model.size();
      }
      max = Math.max(max, id);
      ids.put(token.content(), id);
      AddedToken replaced = byId.put(id, token);
      if (replaced != null) {
        seen.remove(replaced);
      }
      seen.add(token);
      if (!specialTexts.contains(token.content())) {
        others.add(token);
      }
    }
    TokenMatcher written = new TokenMatcher();
    TokenMatcher normalized = new TokenMatcher();
    special.addAll(others);
    for (AddedToken token : special) {
      int id = ids.get(token.content());
      if (token.normalized()) {
        normalized.add(normalized(token, normalizer, file), id, byId.get(id));
      } else {
        written.add(token.content(), id, byId.get(id));
      }
    }
    return new AddedTokens(ids, model, written, normalized);
  }

  private static String normalized(AddedToken token, Normalizer normalizer, JsonPart file) {
    String text = normalizer == null ? token.content() : normalizer.normalize(token.content());
    if (text.isEmpty()) {
      throw file.unsupported(
          "added token \""
              + JsonPart.shorten(token.content())
              + "\" of which the normalizer leaves"
              + " nothing",
          "tokens that are left",
          "save it as one that is not normalized");
    }
    return text;
  }

  /** The id of a token, added or of the model, or -1. */
  int id(String token) {
    Integer id = ids.get(token);
    return id == null ? model.id(token) : id;
  }

  void split(String text, Sink sink) {
    written.split(text, sink::token, (piece, isFirst) -> sink.raw(piece, isFirst));
  }

  void splitNormalized(String text, boolean isFirst, Sink sink) {
    normalized.split(text, sink::token, (piece, first) -> sink.normalized(piece, isFirst && first));
  }
}
