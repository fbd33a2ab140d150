package io.pelton.flink.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PieceCacheTest {
  @Test
  void aPieceTakesThePlaceOfAnother() {
    PieceCache cache = new PieceCache();
    IdList ids = new IdList();
    cache.keep("Aa", new int[] {1, 2});
    assertThat(cache.find("BB", ids)).isFalse();
    cache.keep("BB", new int[] {3});
    assertThat(cache.find("Aa", ids)).isFalse();
    assertThat(cache.find("BB", ids)).isTrue();
    assertThat(ids.toArray()).containsExactly(3);
  }

  @Test
  void longPiecesAreNotKept() {
    PieceCache cache = new PieceCache();
    cache.keep("a".repeat(65), new int[] {1});
    assertThat(cache.find("a".repeat(65), new IdList())).isFalse();
  }

  /** More pieces than there are places, from several threads. */
  @Test
  void tokensStayTheSame() throws Exception {
    TokenizerJson json =
        new TokenizerJson()
            .part(
                "model",
                "{'type':'BPE','vocab':{'0':0,'1':1,'00':2,'11':3},'merges':['0 0','1 1']}");
    Tokenizer tokenizer = TokenizerFile.read(json.toString().getBytes(StandardCharsets.UTF_8));
    List<String> texts =
        IntStream.range(1 << 15, 1 << 16).mapToObj(Integer::toBinaryString).toList();
    List<long[]> expected = texts.stream().map(t -> tokenizer.encode(t, 99).ids()).toList();
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Future<?>> done = new ArrayList<>();
      for (int thread = 0; thread < 4; thread++) {
        int first = thread;
        done.add(
            threads.submit(
                () -> {
                  for (int i = 0; i < texts.size(); i++) {
                    int at = (i * 7 + first * 1000) % texts.size();
                    assertThat(tokenizer.encode(texts.get(at), 99).ids())
                        .isEqualTo(expected.get(at));
                  }
                }));
      }
      for (Future<?> thread : done) {
        thread.get();
      }
    } finally {
      threads.shutdownNow();
    }
  }
}
