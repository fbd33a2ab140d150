package io.pelton.engine.contract;

import static io.pelton.engine.contract.SmallDecoderContract.ids;
import static io.pelton.engine.contract.SmallDecoderContract.recomputed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.engine.contract.SmallDecoder.Cache;
import io.pelton.engine.error.IncompatibleSource;
import io.pelton.engine.error.StaleSession;
import io.pelton.engine.executable.DecodeBuckets;
import io.pelton.engine.executable.DecodeSession;
import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.engine.executable.Forking;
import io.pelton.engine.executable.HandleFeeds;
import io.pelton.engine.executable.Handles;
import io.pelton.engine.executable.KvRows;
import io.pelton.engine.executable.Parameters;
import io.pelton.engine.executable.ResidentHandles;
import io.pelton.engine.tensor.Tensor;
import java.util.Arrays;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** No stream reads the caches of another: a session notices that they are not its own. */
public abstract class StaleSessionContract extends GraphFixture {
  private static final String INPUT = "past_v_1";

  /** The new rows of keys of the first layer. */
  private static final int FIRST_ROWS = 1;

  private static final long[] DIMS = {8, SmallDecoder.WIDTH};

  private final SmallDecoder decoder = new SmallDecoder(5);

  private LentExecutables lent(long seed) {
    return opened(new LentExecutables(compile(new SmallDecoder(seed).step(Cache.READ))));
  }

  private DecodeSession session(LentExecutables lent) {
    DecodeBuckets buckets = new DecodeBuckets(8, 16);
    return opened(DecodeSession.open(lent, SmallDecoder.model(Cache.READ), buckets));
  }

  private static void assertStale(DecodeSession session, String what) {
    long tokens = session.tokens();
    for (int again = 0; again < 2; again++) {
      assertThatThrownBy(() -> session.step(1))
          .isInstanceOfSatisfying(
              StaleSession.class,
              e -> {
                assertThat(e.what()).isEqualTo(what);
                assertThat(e.expected()).isNotEqualTo(e.found());
              });
      assertThat(session.tokens()).isEqualTo(tokens);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 3, 8})
  void anotherModelInstanceIsNoticed(int tokens) {
    LentExecutables lent = lent(5);
    DecodeSession session = session(lent);
    decode(session, tokens);
    ExecutableGraph own = lent.at(8);
    lent.byUpper.put(8L, lent(5).at(8));
    assertStale(session, "the model instance");
    lent.byUpper.put(8L, opened(capability(own, Forking.class).fork()));
    assertStale(session, "the executable");
    lent.byUpper.put(8L, own);
    session.step(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 3, 8})
  void anotherAllocationIsNoticed(int tokens) {
    String what = "the memory of cache '" + INPUT + "'";
    Tensor value = Tensor.of(new float[8 * SmallDecoder.WIDTH], DIMS);
    checkStale(tokens, what, executable -> resident(executable).prepare(INPUT, DIMS));
    checkStale(tokens, what, executable -> resident(executable).bind(INPUT, value));
    checkStale(tokens, what, executable -> stage(executable, value));
    checkStale(tokens, what, executable -> handles(executable).bind(INPUT, value));
    checkStale(tokens, what, executable -> handles(executable).unbind(INPUT));
    checkStale(
        tokens,
        what,
        executable -> {
          handles(executable).unbind(INPUT);
          resident(executable).prepare(INPUT, DIMS);
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 3, 8})
  void anotherGeometryIsNoticed(int tokens) {
    String what = "the geometry of cache '" + INPUT + "'";
    checkStale(tokens, what, executable -> resident(executable).prepare(INPUT, 9, DIMS[1]));
    checkStale(tokens, what, executable -> resident(executable).prepare(INPUT, 7, DIMS[1]));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 3, 8})
  void contentsWrittenByOthersAreNoticed(int tokens) {
    String what = "what wrote the caches";
    checkStale(tokens, what, this::run);
    checkStale(tokens, what, executable -> feeds(executable).feed(INPUT, FIRST_ROWS));
    checkStale(
        tokens,
        what,
        executable -> capability(executable, KvRows.class).register(INPUT, FIRST_ROWS, 0));
    DecodeSession other = session(lent(5));
    other.step(1);
    checkStale(
        tokens,
        what,
        executable -> capability(executable, KvRows.class).seedPrefixFrom(other.executable(), 1));
  }

  private void run(ExecutableGraph executable) {
    Tensor one = Tensor.of(new long[] {1}, 1);
    executable.runSlots(one, one, Tensor.of(new float[8], 8), Tensor.of(new long[] {0}));
  }

  private HandleFeeds feeds(ExecutableGraph executable) {
    return capability(executable, HandleFeeds.class);
  }

  private void checkStale(int tokens, String what, Consumer<ExecutableGraph> meddle) {
    DecodeSession session = session(lent(5));
    decode(session, tokens);
    meddle.accept(session.executable());
    assertStale(session, what);
  }

  private void stage(ExecutableGraph executable, Tensor value) {
    resident(executable).bind(INPUT, value);
    resident(executable).stage();
  }

  private ResidentHandles resident(ExecutableGraph executable) {
    return capability(executable, ResidentHandles.class);
  }

  private Handles handles(ExecutableGraph executable) {
    return capability(executable, Handles.class);
  }

  private static void decode(DecodeSession session, int tokens) {
    for (int at = 0; at < tokens; at++) {
      session.step(at);
    }
  }

  @Test
  void otherParametersAreNoticedWhereTheSessionRuns() {
    long[] ids = ids(12);
    float[][] expected = recomputed(compile(decoder.whole()), ids);
    ExecutableGraph source = executable(decoder.biasedStep());
    bias(source, 0);
    DecodeBuckets buckets = new DecodeBuckets(8, 16);
    DecodeSession session =
        opened(DecodeSession.open(source, SmallDecoder.model(Cache.READ), buckets));
    session.step(ids[0]);
    bias(source, 1);
    for (int at = 1; at < ids.length; at++) {
      assertThat(session.step(ids[at]).toFloats()).containsExactly(expected[at]);
    }
    assertThat(source.statistics().runs()).isZero();
    bias(session.executable(), 0);
    assertStale(session, "the model instance");
  }

  private void bias(ExecutableGraph executable, float value) {
    float[] bias = new float[SmallDecoder.TOKENS];
    Arrays.fill(bias, value);
    Parameters parameters = capability(executable, Parameters.class);
    parameters.set(SmallDecoder.BIAS, Tensor.of(bias, bias.length));
    parameters.finalizeParameters();
  }

  @Test
  void aSessionThatTakesOverTheExecutableLeavesTheOneBeforeStale() {
    LentExecutables lent = lent(5);
    DecodeSession before = session(lent);
    decode(before, 5);
    DecodeSession after = session(lent);
    assertStale(before, "the memory of cache 'past_k_0'");
    long[] ids = ids(8);
    float[][] expected = recomputed(compile(decoder.whole()), ids);
    for (int at = 0; at < ids.length; at++) {
      assertThat(after.step(ids[at]).toFloats()).containsExactly(expected[at]);
    }
    before.reset();
    assertStale(after, "the memory of cache 'past_k_0'");
    assertThat(before.step(ids[0]).toFloats()).containsExactly(expected[0]);
  }

  @Test
  void cachesDoNotMoveToAnotherModelInstance() {
    LentExecutables lent = lent(5);
    lent.byUpper.put(16L, lent(5).at(16));
    DecodeSession session = session(lent);
    decode(session, 8);
    assertThatThrownBy(() -> session.step(1))
        .isInstanceOfSatisfying(
            IncompatibleSource.class, e -> assertThat(e.what()).isEqualTo("the model instance"));
    assertThat(session.tokens()).isEqualTo(8);
    assertThat(session.upper()).isEqualTo(8);
  }

  @Test
  void cachesDoNotMoveWithinOneExecutable() {
    LentExecutables lent = lent(5);
    lent.byUpper.put(16L, lent.at(8));
    DecodeSession session = session(lent);
    decode(session, 8);
    assertThatThrownBy(() -> session.step(1))
        .isInstanceOfSatisfying(
            IncompatibleSource.class,
            e -> assertThat(e.what()).isEqualTo("the executable for 16 tokens"));
  }
}
