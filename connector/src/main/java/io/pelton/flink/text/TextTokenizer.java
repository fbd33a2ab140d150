package io.pelton.flink.text;

import io.pelton.flink.error.InvalidSetting;
import java.util.function.Consumer;

/**
 * The way of a text: tokens that are found as they are, normalized pieces between them, words,
 * tokens of the model, special tokens around them.
 */
final class TextTokenizer implements Tokenizer {
  private final AddedTokens added;
  private final Normalizer normalizer;
  private final PreTokenizer preTokenizer;
  private final SubwordModel model;
  private final Template template;
  private final boolean keepsEnd;
  private final long padId;

  /**
   * Parts that a file leaves out are null.
   *
   * @param keepsEnd whether a text that is too long loses its beginning
   */
  TextTokenizer(
      AddedTokens added,
      Normalizer normalizer,
      PreTokenizer preTokenizer,
      SubwordModel model,
      Template template,
      boolean keepsEnd,
      long padId) {
    this.added = added;
    this.normalizer = normalizer;
    this.preTokenizer = preTokenizer;
    this.model = model;
    this.template = template;
    this.keepsEnd = keepsEnd;
    this.padId = padId;
  }

  @Override
  public Tokens encode(String text, int maxLength) {
    if (maxLength < Math.max(1, template.added())) {
      throw new InvalidSetting(
          "max-length",
          "at least " + Math.max(1, template.added()) + ", the tokens around every text",
          Integer.toString(maxLength),
          "give more");
    }
    IdList ids = new IdList();
    added.split(WellFormed.of(text), new Pieces(ids));
    return template.wrap(ids, maxLength, keepsEnd);
  }

  @Override
  public long padId() {
    return padId;
  }

  /** Whether normalizing drops what a piece begins with; of interest only where that matters. */
  private boolean isLate(String piece) {
    return normalizer != null
        && preTokenizer != null
        && preTokenizer.asksForFirst()
        && normalizer.dropsStart(piece);
  }

  /** What is done with the pieces of one text. */
  private final class Pieces implements AddedTokens.Sink {
    private final IdList ids;
    private final Consumer<String> toModel;

    private Pieces(IdList ids) {
      this.ids = ids;
      this.toModel =
          piece -> {
            if (!piece.isEmpty()) {
              model.tokenize(piece, ids);
            }
          };
    }

    @Override
    public void token(int id) {
      ids.add(id);
    }

    @Override
    public void raw(String piece, boolean isFirst) {
      String normalized = normalizer == null ? piece : normalizer.normalize(piece);
      if (!normalized.isEmpty()) {
        added.splitNormalized(normalized, isFirst && !isLate(piece), this);
      }
    }

    @Override
    public void normalized(String piece, boolean isFirst) {
      if (preTokenizer == null) {
        model.tokenize(piece, ids);
      } else {
        preTokenizer.split(piece, isFirst, toModel);
      }
    }
  }
}
