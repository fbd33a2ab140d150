package io.pelton.engine.contract;

import static io.pelton.engine.contract.SmallDecoderContract.ids;
import static io.pelton.engine.contract.SmallDecoderContract.recomputed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.engine.contract.SmallDecoder.Cache;
import io.pelton.engine.error.ConcurrentUse;
import io.pelton.engine.error.InputMismatch;
import io.pelton.engine.error.InvalidValue;
import io.pelton.engine.error.NoBucket;
import io.pelton.engine.error.UnknownName;
import io.pelton.engine.executable.CompiledGraph;
import io.pelton.engine.executable.DecodeBuckets;
import io.pelton.engine.executable.DecodeModel;
import io.pelton.engine.executable.DecodeSession;
import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.engine.executable.HandleFeeds;
import io.pelton.engine.executable.Handles;
import io.pelton.engine.executable.NewToken;
import io.pelton.engine.executable.ResidentHandles;
import io.pelton.engine.tensor.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Decoding with resident caches, token by token. */
public abstract class DecodeContract extends GraphFixture {
  private static final DecodeBuckets BUCKETS = new DecodeBuckets(8, 64);

  /** The output new_k_0. */
  private static final int NEW_KEYS = 1;

  private final SmallDecoder decoder = new SmallDecoder(5);

  private DecodeSession session(CompiledGraph compiled, Cache cache, DecodeBuckets buckets) {
    return opened(DecodeSession.open(compiled, SmallDecoder.model(cache), buckets));
  }

  private float[][] expected(long[] ids) {
    return recomputed(compile(decoder.whole()), ids);
  }

  @ParameterizedTest
  @EnumSource
  void tokensHaveTheBitsOfFullRecomputationAcrossRollovers(Cache cache) {
    long[] ids = ids(40);
    float[][] expected = expected(ids);
    CompiledGraph compiled = compile(decoder.step(cache));
    DecodeSession session = session(compiled, cache, BUCKETS);
    List<Long> uppers = new ArrayList<>();
    for (int at = 0; at < ids.length; at++) {
      assertThat(session.tokens()).isEqualTo(at);
      assertThat(session.step(ids[at]).toFloats()).as("token %d", at).containsExactly(expected[at]);
      uppers.add(session.upper());
    }
    assertThat(uppers.stream().distinct()).containsExactly(8L, 16L, 32L, 64L);
    assertThat(uppers.get(8)).isEqualTo(16);
    assertThat(compiled.plansMade()).isEqualTo(4);
  }

  @ParameterizedTest
  @EnumSource
  void sessionsOfOneGraphDoNotMix(Cache cache) {
    CompiledGraph compiled = compile(decoder.step(cache));
    CompiledGraph whole = compile(decoder.whole());
    List<long[]> streams = List.of(ids(30), ids(21), ids(17));
    List<float[][]> expected = streams.stream().map(ids -> recomputed(whole, ids)).toList();
    List<DecodeSession> sessions =
        streams.stream().map(ids -> session(compiled, cache, BUCKETS)).toList();
    for (int at = 0; at < 30; at++) {
      for (int stream = 0; stream < streams.size(); stream++) {
        long[] ids = streams.get(stream);
        if (at < ids.length) {
          assertThat(sessions.get(stream).step(ids[at]).toFloats())
              .as("token %d of stream %d", at, stream)
              .containsExactly(expected.get(stream)[at]);
        }
      }
    }
    assertThat(compiled.plansMade()).as("plans are shared").isEqualTo(3);
  }

  @ParameterizedTest
  @EnumSource
  void aPromptIsDecodedInOneCall(Cache cache) {
    long[] ids = ids(20);
    float[][] expected = expected(ids);
    DecodeSession session = session(compile(decoder.step(cache)), cache, BUCKETS);
    assertThat(session.prefill(Arrays.copyOf(ids, 19)).toFloats()).containsExactly(expected[18]);
    assertThat(session.step(ids[19]).toFloats()).containsExactly(expected[19]);
    assertThat(session.tokens()).isEqualTo(20);
    assertThatThrownBy(session::prefill).isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @EnumSource
  void aNewStreamSeesNothingOfTheOneBefore(Cache cache) {
    long[] ids = ids(20);
    float[][] expected = expected(ids);
    DecodeSession session = session(compile(decoder.step(cache)), cache, BUCKETS);
    session.prefill(ids(13));
    session.reset();
    assertThat(session.upper()).isEqualTo(8);
    assertZeros(session);
    for (int at = 0; at < 4; at++) {
      session.step(1);
    }
    session.reset();
    assertZeros(session);
    for (int at = 0; at < ids.length; at++) {
      assertThat(session.step(ids[at]).toFloats()).as("token %d", at).containsExactly(expected[at]);
    }
  }

  private void assertZeros(DecodeSession session) {
    ResidentHandles handles = capability(session.executable(), ResidentHandles.class);
    for (int layer = 0; layer < SmallDecoder.LAYERS; layer++) {
      for (String part : SmallDecoder.PARTS) {
        assertThat(handles.read("past_" + part + "_" + layer).toFloats()).containsOnly(0);
      }
    }
    assertThat(session.tokens()).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void whatAnExecutableHeldBeforeIsGone(Cache cache) {
    long[] ids = ids(18);
    float[][] expected = expected(ids);
    LentExecutables lent = opened(new LentExecutables(compile(decoder.step(cache))));
    float[] poison = new float[16 * SmallDecoder.WIDTH];
    Arrays.fill(poison, Float.NaN);
    for (long upper : new long[] {8, 16, 32}) {
      Handles handles = capability(lent.at(upper), Handles.class);
      capability(lent.at(upper), HandleFeeds.class).feed("past_k_0", NEW_KEYS);
      for (int layer = 0; layer < SmallDecoder.LAYERS; layer++) {
        for (String part : SmallDecoder.PARTS) {
          handles.bind("past_" + part + "_" + layer, Tensor.of(poison, 16, SmallDecoder.WIDTH));
        }
      }
    }
    DecodeSession session = opened(DecodeSession.open(lent, SmallDecoder.model(cache), BUCKETS));
    for (int at = 0; at < ids.length; at++) {
      assertThat(session.step(ids[at]).toFloats()).as("token %d", at).containsExactly(expected[at]);
    }
    assertThat(lent.released).containsExactly(lent.at(8), lent.at(16));
  }

  @ParameterizedTest
  @EnumSource
  void aTokenThatIsRefusedLeavesTheStreamAsItWas(Cache cache) {
    long[] ids = ids(12);
    float[][] expected = expected(ids);
    DecodeSession session = session(compile(decoder.step(cache)), cache, BUCKETS);
    for (int at = 0; at < ids.length; at++) {
      assertThatThrownBy(() -> session.step(SmallDecoder.TOKENS)).isInstanceOf(InvalidValue.class);
      assertThat(session.tokens()).isEqualTo(at);
      assertThat(session.step(ids[at]).toFloats()).as("token %d", at).containsExactly(expected[at]);
    }
  }

  @ParameterizedTest
  @EnumSource
  void tokensBeyondTheLastBucketAreRefused(Cache cache) {
    CompiledGraph compiled = compile(decoder.step(cache));
    DecodeSession session = session(compiled, cache, new DecodeBuckets(4, 10));
    session.prefill(ids(10));
    assertThat(session.upper()).isEqualTo(10);
    for (int again = 0; again < 2; again++) {
      assertThatThrownBy(() -> session.step(0))
          .isInstanceOfSatisfying(
              NoBucket.class,
              e -> {
                assertThat(e.length()).isEqualTo(11);
                assertThat(e.ranges()).isEqualTo("4 to 10");
                assertThat(e.graph()).isEqualTo("decode session");
              });
      assertThat(session.tokens()).isEqualTo(10);
    }
    session.reset();
    assertThat(session.step(3).toFloats()).containsExactly(expected(new long[] {3})[0]);
  }

  @Test
  void bucketsAreInOrder() {
    for (long[] bounds : new long[][] {{0, 4}, {8, 4}, {4, 1L << 31}}) {
      assertThatThrownBy(() -> new DecodeBuckets(bounds[0], bounds[1]))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void aModelThatTheGraphIsNotIsRefused() {
    CompiledGraph compiled = compile(decoder.step(Cache.READ));
    DecodeModel good = SmallDecoder.model(Cache.READ);
    DecodeModel bare = DecodeModel.of("id", "logits", NewToken.PLACED);
    assertUnknown(compiled, DecodeModel.of("token", "logits", NewToken.PLACED), "token");
    assertUnknown(compiled, good.withPosition("place"), "place");
    assertUnknown(compiled, good.withCache("past_k_2", "new_k_1", 0), "past_k_2");
    assertUnknown(compiled, good.withCache("past_k_1", "new_k_2", 0), "new_k_2");
    assertUnknown(compiled, DecodeModel.of("id", "scores", NewToken.PLACED), "position");
    assertUnknown(compiled, bare.withPosition("position").withOffset("offset"), "mask");
    for (int axis : new int[] {1, 2}) {
      DecodeModel wrong = good.withCache("past_k_1", "new_k_1", axis);
      assertThatThrownBy(() -> DecodeSession.open(compiled, wrong, BUCKETS))
          .isInstanceOf(InputMismatch.class);
    }
    assertThatThrownBy(() -> DecodeSession.open(compiled, good.withPosition("past_v_1"), BUCKETS))
        .isInstanceOf(InputMismatch.class);
  }

  @Test
  void cachesThatTheGraphDoesNotWriteAreNotTakenForWritten() {
    CompiledGraph compiled = compile(decoder.step(Cache.READ));
    assertThatThrownBy(
            () -> DecodeSession.open(compiled, SmallDecoder.model(Cache.WRITTEN), BUCKETS))
        .isInstanceOfSatisfying(
            InputMismatch.class, e -> assertThat(e.getMessage()).contains("session state"));
  }

  private static void assertUnknown(CompiledGraph compiled, DecodeModel model, String name) {
    assertThatThrownBy(() -> DecodeSession.open(compiled, model, BUCKETS))
        .isInstanceOfSatisfying(UnknownName.class, e -> assertThat(e.name()).isEqualTo(name));
  }

  @Test
  void aClosedSessionRefusesTokens() {
    DecodeSession session = session(compile(decoder.step(Cache.READ)), Cache.READ, BUCKETS);
    session.step(1);
    ExecutableGraph executable = session.executable();
    session.close();
    session.close();
    assertThatThrownBy(() -> session.step(1)).isInstanceOf(ConcurrentUse.class);
    assertThatThrownBy(session::reset).isInstanceOf(ConcurrentUse.class);
    assertThatThrownBy(() -> executable.runSlots()).isInstanceOf(ConcurrentUse.class);
  }
}
