package io.pelton.flink.text;

import java.util.function.Predicate;

/** A normalizer that may leave out what a text begins with. */
final class DroppingNormalizer implements Normalizer {
  private final Normalizer rewriting;
  private final Predicate<String> dropsStart;

  /**
   * Rewrites as another does.
   *
   * @param dropsStart whether it leaves out what a text begins with
   */
  DroppingNormalizer(Normalizer rewriting, Predicate<String> dropsStart) {
    this.rewriting = rewriting;
    this.dropsStart = dropsStart;
  }

  /** One that leaves out single characters, whatever is beside them. */
  static DroppingNormalizer ofCharacters(Normalizer rewriting) {
    return new DroppingNormalizer(rewriting, text -> dropsFirst(rewriting, text));
  }

  static boolean dropsFirst(Normalizer normalizer, String text) {
    return !text.isEmpty()
        && normalizer.normalize(Character.toString(text.codePointAt(0))).isEmpty();
  }

  @Override
  public String normalize(String text) {
    return rewriting.normalize(text);
  }

  @Override
  public boolean dropsStart(String text) {
    return dropsStart.test(text);
  }
}
