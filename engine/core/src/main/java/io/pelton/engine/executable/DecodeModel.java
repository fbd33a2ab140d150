package io.pelton.engine.executable;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What a {@link DecodeSession} has to know of a graph that predicts the next token from one token
 * and the caches of those before it. Immutable.
 *
 * @param token input that takes the token's number: I64 or I32, one element
 * @param logits output that is handed to the caller, a tensor
 * @param position input that takes the number of tokens before this one, like {@code token}
 * @param offset input that takes the row of the caches where the token goes, like {@code token}
 * @param mask input that tells tokens from rows without one
 * @param caches in an order that the graph need not share
 * @param newToken where the graph puts the token
 */
public record DecodeModel(
    String token,
    String logits,
    Optional<String> position,
    Optional<String> offset,
    Optional<DecodeMask> mask,
    List<DecodeCache> caches,
    NewToken newToken) {
  public DecodeModel {
    Objects.requireNonNull(token);
    Objects.requireNonNull(logits);
    Objects.requireNonNull(position);
    Objects.requireNonNull(offset);
    Objects.requireNonNull(mask);
    Objects.requireNonNull(newToken);
    caches = List.copyOf(caches);
  }

  /** Without other inputs and without caches. */
  public static DecodeModel of(String token, String logits, NewToken newToken) {
    return new DecodeModel(
        token, logits, Optional.empty(), Optional.empty(), Optional.empty(), List.of(), newToken);
  }

  /** With an input that takes the number of tokens before the new one. */
  public DecodeModel withPosition(String input) {
    return new DecodeModel(token, logits, Optional.of(input), offset, mask, caches, newToken);
  }

  /** With an input that takes the row of the caches where the new token goes. */
  public DecodeModel withOffset(String input) {
    return new DecodeModel(token, logits, position, Optional.of(input), mask, caches, newToken);
  }

  /** With an input that tells tokens from rows without one. */
  public DecodeModel withMask(DecodeMask input) {
    return new DecodeModel(token, logits, position, offset, Optional.of(input), caches, newToken);
  }

  /** With one more cache: see {@link DecodeCache}. */
  public DecodeModel withCache(String input, String output, int axis) {
    List<DecodeCache> more = new ArrayList<>(caches);
    more.add(new DecodeCache(input, output, axis));
    return new DecodeModel(token, logits, position, offset, mask, more, newToken);
  }
}
