package io.pelton.flink.operator;

import io.pelton.arrow.NullPolicy;
import io.pelton.engine.graph.NamedGraph.Port;
import io.pelton.flink.error.TokenizerUnreadable;
import io.pelton.flink.model.LoadedTokenizers;
import io.pelton.flink.model.ModelLocation;
import io.pelton.flink.model.TokenizerSpec;
import java.util.List;
import java.util.Optional;
import org.apache.flink.annotation.Internal;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What tasks are told where a text feeds a model: everything about it is checked as far as it can
 * be where the job is built.
 *
 * @param spec with the tokens among the inputs
 * @param text for this model, under the checksum of its tokenizer
 */
@Internal
public record TextScoring<T>(ScoringSpec<T> spec, TextSpec text) {
  private static final Logger LOG = LoggerFactory.getLogger(TextScoring.class);

  /**
   * @param spec without the text; its policy for nulls is the text's, too, where it suits texts
   * @param ports inputs of the model, where it can be read here
   * @throws io.pelton.flink.error.InvalidSetting naming the setting and its rule
   * @throws TokenizerUnreadable for a tokenizer that is in no distributed cache and can't be read
   * @throws io.pelton.engine.error.PeltonException for a file that is no tokenizer
   */
  public static <T> TextScoring<T> of(
      ScoringSpec<T> spec, TextSpec text, Optional<List<Port>> ports, ClassLoader loader) {
    Optional<LoadedTokenizers.Loaded> loaded = read(text.tokenizer(), loader);
    TextSpec known = ports.map(text::on).orElseGet(text::withoutModel);
    TextSpec placed =
        known
            .withNulls(nulls(spec.inputs(), known))
            .withTokenizer(loaded.map(LoadedTokenizers.Loaded::spec).orElse(text.tokenizer()));
    long padId = loaded.map(each -> each.tokenizer().padId()).orElse(0L);
    ScoringSpec<T> whole = spec.withText(placed, padId);
    ports.ifPresent(
        inputs ->
            LengthRules.check(
                whole.lengths(),
                whole.inputs(),
                InputRules.modelInputs(inputs, whole.batch().maxRows())));
    return new TextScoring<>(whole, placed);
  }

  private static Optional<LoadedTokenizers.Loaded> read(TokenizerSpec spec, ClassLoader loader) {
    try {
      return Optional.of(LoadedTokenizers.INSTANCE.read(spec, loader));
    } catch (TokenizerUnreadable e) {
      if (!(spec.location() instanceof ModelLocation.CachedFile)) {
        throw e;
      }
      LOG.info("The tokenizer is checked on the TaskManagers only: {}", e.getMessage());
      return Optional.empty();
    }
  }

  /** What is said of the text, or else of the ids, or else of all inputs. */
  private static NullPolicy nulls(InputRules rules, TextSpec text) {
    if (!(text.nulls() instanceof NullPolicy.Standard)) {
      return text.nulls();
    }
    NullPolicy ofIds = rules.nulls().get(text.inputs().ids());
    if (ofIds != null) {
      return ofIds;
    }
    return TextSpec.suitsText(rules.otherNulls()) ? rules.otherNulls() : text.nulls();
  }
}
