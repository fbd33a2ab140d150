package io.pelton.engine.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.engine.error.DuplicateKernel;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.testing.Relus;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BackendExtensionTest {
  private static final int EXTENSIONS = 200;

  private final Alternative first = Relus.alternative("first");
  private final Backend backend = Relus.backend("cpu", first);
  private final Graph graph = Relus.graph(4);

  @Test
  void extendingPublishesTheNextGenerationAndLeavesTheOldTableAlone() {
    BindingTable old = backend.table();
    Alternative second = Relus.alternative("second");
    BindingTable extended = backend.extend(table -> Relus.add(table, second));
    assertThat(backend.table()).isSameAs(extended);
    assertThat(extended.generation()).isEqualTo(1);
    assertThat(backend.alternatives(graph, Relus.node())).containsExactly(first, second);
    assertThat(backend.select(graph, Relus.node())).isSameAs(first);
    assertThat(old.generation()).isZero();
    assertThat(old.lookup(old.keys().get(0))).containsExactly(first);
  }

  @Test
  void extendingMayCoverWhatWasNot() {
    Graph doubles = Relus.graph(DType.F64, 4);
    assertThat(backend.alternatives(doubles, Relus.node())).isEmpty();
    Alternative added = Relus.alternative("added");
    backend.extend(table -> table.add(OpKind.RELU, List.of(DType.F64), List.of(DType.F64), added));
    assertThat(backend.select(doubles, Relus.node())).isSameAs(added);
  }

  @Test
  void anExtensionThatRepeatsAKernelAddsNothing() {
    BindingTable before = backend.table();
    assertThatThrownBy(
            () ->
                backend.extend(
                    table -> {
                      Relus.add(table, Relus.alternative("new"));
                      Relus.add(table, first);
                    }))
        .isInstanceOf(DuplicateKernel.class);
    assertThat(backend.table()).isSameAs(before);
  }

  @Test
  void lookUpsDuringExtensionsSeeWholeGenerations() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    CountDownLatch start = new CountDownLatch(1);
    try {
      List<Future<Integer>> readers = new ArrayList<>();
      for (int reader = 0; reader < 2; reader++) {
        readers.add(threads.submit(reader(start)));
      }
      List<Future<?>> writers = new ArrayList<>();
      for (int writer = 0; writer < 2; writer++) {
        int number = writer;
        writers.add(
            threads.submit(
                () -> {
                  start.await();
                  for (int i = 0; i < EXTENSIONS; i++) {
                    Alternative added = Relus.alternative(number + "/" + i);
                    backend.extend(table -> Relus.add(table, added));
                  }
                  return null;
                }));
      }
      start.countDown();
      for (Future<?> writer : writers) {
        writer.get();
      }
      for (Future<Integer> reader : readers) {
        assertThat(reader.get()).isEqualTo(2 * EXTENSIONS);
      }
    } finally {
      threads.shutdownNow();
    }
    List<String> names =
        backend.alternatives(graph, Relus.node()).stream().map(Alternative::name).toList();
    for (String writer : List.of("0/", "1/")) {
      assertThat(names.stream().filter(name -> name.startsWith(writer)))
          .containsExactlyElementsOf(
              IntStream.range(0, EXTENSIONS).mapToObj(i -> writer + i).toList());
    }
  }

  /** Looks up until all extensions are there. */
  private Callable<Integer> reader(CountDownLatch start) {
    return () -> {
      start.await();
      int generation = 0;
      while (generation < 2 * EXTENSIONS) {
        BindingTable table = backend.table();
        assertThat(table.generation()).isGreaterThanOrEqualTo(generation);
        generation = table.generation();
        assertThat(table.lookup(BindingKey.of(graph, Relus.node(), "cpu")))
            .hasSize(1 + generation)
            .startsWith(first);
      }
      return generation;
    };
  }
}
