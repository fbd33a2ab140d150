package io.pelton.engine.executable;

import io.pelton.engine.error.IncompatibleSource;
import io.pelton.engine.guard.ExecutionGuard;
import io.pelton.engine.tensor.Tensor;

/**
 * Decodes one stream token by token, with the keys and values of earlier tokens in resident caches.
 * A token is computed from its number, its position and a mask that are written over those of the
 * token before it; the executable, its plan and the caches stay. Caches that are full move over to
 * an executable of the next bucket, on the device.
 *
 * <p>Before every token it is checked that the caches are those that this session filled: in the
 * same executable, in the memory that it prepared, as long as it prepared them. Where they are not,
 * the session is stale for good, since another stream's tokens would speak in this one.
 *
 * <p>A session can be moved between threads but is used by one at a time. Any number of sessions
 * run beside each other on executables of their own.
 */
public final class DecodeSession implements AutoCloseable {
  private final DecodeModel model;
  private final DecodeBuckets buckets;
  private final DecodeExecutables executables;
  private final ExecutionGuard guard =
      new ExecutionGuard("decode session", "Open one session a stream.");
  private DecodeState state;
  private long tokens;

  private DecodeSession(DecodeExecutables executables, DecodeModel model, DecodeBuckets buckets) {
    this.executables = executables;
    this.model = model;
    this.buckets = buckets;
    this.state = state(buckets.smallest());
  }

  /**
   * A session on executables of its own, which share everything but memory with others of the
   * graph.
   *
   * @param compiled stays open as long as the session
   * @throws io.pelton.engine.error.UnknownName when the model names what the graph does not have,
   *     or leaves out an input
   * @throws io.pelton.engine.error.InputMismatch when an input or output can't have the type that
   *     the model implies
   * @throws io.pelton.engine.error.ParametersPending when the graph declares parameters, which
   *     executables of a session's own have no values for
   */
  public static DecodeSession open(
      CompiledGraph compiled, DecodeModel model, DecodeBuckets buckets) {
    return open(new OwnExecutables(compiled::newExecutable), model, buckets);
  }

  /**
   * {@link #open(CompiledGraph, DecodeModel, DecodeBuckets)} on executables that are forked from
   * one, whose parameters they share.
   *
   * @param source is neither run nor closed
   * @throws io.pelton.engine.error.ParametersPending when its parameters are not final
   */
  public static DecodeSession open(
      ExecutableGraph source, DecodeModel model, DecodeBuckets buckets) {
    return open(new OwnExecutables(() -> OwnExecutables.fork(source)), model, buckets);
  }

  /**
   * {@link #open(CompiledGraph, DecodeModel, DecodeBuckets)} on executables of someone else.
   *
   * @throws io.pelton.engine.error.IncompatibleSource when they are not of this engine
   */
  public static DecodeSession open(
      DecodeExecutables executables, DecodeModel model, DecodeBuckets buckets) {
    return new DecodeSession(executables, model, buckets);
  }

  /**
   * Computes one token more.
   *
   * @param token its number
   * @return the logits, in the executable's memory: valid until the next token
   * @throws io.pelton.engine.error.StaleSession when the caches are not this session's any more
   * @throws io.pelton.engine.error.NoBucket when the caches of the largest bucket are full
   * @throws io.pelton.engine.error.IncompatibleSource when the executable of the next bucket is of
   *     another model instance, or the same one
   * @throws io.pelton.engine.error.ConcurrentUse when another thread uses the session, or it is
   *     closed
   * @throws io.pelton.engine.error.EngineException when the graph can't run on it; then the stream
   *     is as it was before
   */
  public Tensor step(long token) {
    guard.enter();
    try {
      return compute(token);
    } finally {
      guard.exit();
    }
  }

  /**
   * {@link #step} for several tokens in turn: a prompt. Where one fails, those before it stay.
   *
   * @param first numbers of at least one token
   * @return the logits of the last one: valid until the next token
   * @throws IllegalArgumentException when there is no token
   */
  public Tensor prefill(long... first) {
    if (first.length == 0) {
      throw new IllegalArgumentException("a prompt should have at least one token");
    }
    guard.enter();
    try {
      Tensor logits = null;
      for (long token : first) {
        logits = compute(token);
      }
      return logits;
    } finally {
      guard.exit();
    }
  }

  private Tensor compute(long token) {
    state.check(executables);
    if (tokens == state.upper()) {
      rollOver();
    }
    Tensor logits = state.step(token, tokens);
    tokens++;
    return logits;
  }

  private void rollOver() {
    long upper = buckets.bucket(tokens + 1);
    if (executables.at(upper) == state.executable()) {
      throw new IncompatibleSource(
          "decode session",
          "the executable for " + upper + " tokens",
          "another than that for " + state.upper(),
          "the same");
    }
    DecodeState larger = state(upper);
    try {
      larger.take(state, tokens);
    } catch (RuntimeException | Error e) {
      executables.release(larger.executable());
      throw e;
    }
    executables.release(state.executable());
    state = larger;
  }

  private DecodeState state(long upper) {
    ExecutableGraph executable = executables.at(upper);
    try {
      return new DecodeState(executable, model, upper);
    } catch (RuntimeException | Error e) {
      if (state == null || executable != state.executable()) {
        executables.release(executable);
      }
      throw e;
    }
  }

  /**
   * Begins another stream, in caches of the smallest bucket that hold zeros: nothing of the one
   * before is left.
   */
  public void reset() {
    guard.enter();
    try {
      ExecutableGraph before = state.executable();
      state = state(buckets.smallest());
      if (state.executable() != before) {
        executables.release(before);
      }
      tokens = 0;
    } finally {
      guard.exit();
    }
  }

  /** Tokens so far. */
  public long tokens() {
    return tokens;
  }

  /** Rows of the caches. */
  public long upper() {
    return state.upper();
  }

  /**
   * What the next token runs on, unless the caches are full; the session's. Whoever else runs it or
   * writes its handles leaves the session stale.
   */
  public ExecutableGraph executable() {
    return state.executable();
  }

  /** Releases the executable. */
  @Override
  public void close() {
    if (guard.close()) {
      executables.release(state.executable());
    }
  }
}
