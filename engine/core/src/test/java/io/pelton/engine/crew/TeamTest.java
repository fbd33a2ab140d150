package io.pelton.engine.crew;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class TeamTest {
  private final Crew crew = new Crew(3);

  @Test
  void everyPartIsDoneOnceAndSeenByTheAskingThread() {
    try (Team team = new Team(4, crew)) {
      Random random = new Random(7);
      int[] done = new int[50];
      for (int run = 1; run <= 2_000; run++) {
        int parts = random.nextInt(done.length) + 1;
        team.run(parts, part -> done[part]++);
        for (int part = 0; part < done.length; part++) {
          assertThat(done[part]).isEqualTo(part < parts ? 1 : 0);
          done[part] = 0;
        }
      }
      assertThat(crew.alive()).isLessThanOrEqualTo(3);
    }
  }

  @Test
  void partsAreDoneAtTheSameTime() {
    try (Team team = new Team(3, crew)) {
      CountDownLatch all = new CountDownLatch(3);
      Set<Thread> threads = ConcurrentHashMap.newKeySet();
      team.run(
          3,
          part -> {
            threads.add(Thread.currentThread());
            all.countDown();
            await(all);
          });
      assertThat(threads).hasSize(3).contains(Thread.currentThread());
      assertThat(threads)
          .filteredOn(thread -> thread != Thread.currentThread())
          .allMatch(Thread::isDaemon)
          .allMatch(thread -> thread.getContextClassLoader() == null);
    }
  }

  @Test
  void noThreadIsStartedBeforeItIsAskedFor() {
    Team alone = new Team(1, crew);
    alone.run(8, part -> {});
    Team idle = new Team(3, crew);
    idle.run(1, part -> {});
    idle.run(0, part -> {});
    assertThat(crew.alive()).isZero();
    idle.close();
    alone.close();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Team(0))
        .withMessage("a team has at least 1 thread, not 0");
  }

  @Test
  void theFirstPartThatFailsIsToldAndTheRestIsLeftOut() {
    try (Team team = new Team(4, crew)) {
      for (int run = 0; run < 500; run++) {
        AtomicInteger begun = new AtomicInteger();
        int first = run % 5;
        assertThatThrownBy(
                () ->
                    team.run(
                        100,
                        part -> {
                          begun.incrementAndGet();
                          if (part >= first) {
                            throw new IllegalStateException("part " + part);
                          }
                        }))
            .isInstanceOf(IllegalStateException.class)
            .hasMessage("part " + first);
        assertThat(begun).hasValueBetween(first + 1, first + 4);
      }
      assertThatThrownBy(() -> team.run(2, TeamTest::overflow))
          .isInstanceOf(StackOverflowError.class);
      AtomicInteger done = new AtomicInteger();
      team.run(7, part -> done.incrementAndGet());
      assertThat(done).hasValue(7);
    }
  }

  private static void overflow(int part) {
    throw new StackOverflowError("part " + part);
  }

  @Test
  void anInterruptIsKeptWhilePartsAreFinished() {
    try (Team team = new Team(2, crew)) {
      CountDownLatch both = new CountDownLatch(2);
      Thread asking = Thread.currentThread();
      AtomicInteger done = new AtomicInteger();
      team.run(
          2,
          part -> {
            both.countDown();
            await(both);
            if (Thread.currentThread() != asking) {
              spinWhile(() -> done.get() == 0);
              spinWhile(() -> asking.getState() != Thread.State.WAITING);
              asking.interrupt();
              spinWhile(asking::isInterrupted);
            }
            done.incrementAndGet();
          });
      assertThat(done).hasValue(2);
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  @Test
  void whoFindsNobodyFreeDoesEverythingItself() throws Exception {
    Crew small = new Crew(1);
    CountDownLatch helperIsBusy = new CountDownLatch(2);
    CountDownLatch release = new CountDownLatch(1);
    Team first = new Team(2, small);
    Thread holder =
        new Thread(
            () ->
                first.run(
                    2,
                    part -> {
                      helperIsBusy.countDown();
                      await(release);
                    }));
    holder.start();
    helperIsBusy.await();
    try (Team second = new Team(2, small)) {
      Set<Thread> threads = ConcurrentHashMap.newKeySet();
      second.run(10, part -> threads.add(Thread.currentThread()));
      assertThat(threads).containsExactly(Thread.currentThread());
      assertThat(small.alive()).isOne();
    } finally {
      release.countDown();
    }
    holder.join();
    first.close();
  }

  @Test
  void threadsEndWithTheLastTeamThatWantsThem() throws Exception {
    Set<Thread> threads = ConcurrentHashMap.newKeySet();
    Team large = new Team(4, crew);
    Team small = new Team(2, crew);
    meet(large, 4, threads);
    meet(small, 2, threads);
    assertThat(crew.alive()).isEqualTo(3);
    large.close();
    large.close();
    spinWhile(() -> crew.alive() > 1);
    meet(small, 2, threads);
    small.close();
    threads.remove(Thread.currentThread());
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(crew.alive()).isZero();
    assertThat(threads).hasSize(3);
    meet(large, 4, threads);
    large.close();
    spinWhile(() -> crew.alive() > 0);
  }

  /** Only helpers that are free can come. */
  private void meet(Team team, int count, Set<Thread> threads) {
    spinWhile(() -> crew.busy() > 0);
    CountDownLatch all = new CountDownLatch(count);
    team.run(
        count,
        part -> {
          threads.add(Thread.currentThread());
          all.countDown();
          await(all);
        });
  }

  @Test
  void manyTeamsShareFewThreads() throws Exception {
    List<Thread> owners = new ArrayList<>();
    AtomicIntegerArray sums = new AtomicIntegerArray(6);
    for (int owner = 0; owner < sums.length(); owner++) {
      int own = owner;
      owners.add(
          new Thread(
              () -> {
                for (int life = 0; life < 20; life++) {
                  try (Team team = new Team(3, crew)) {
                    for (int run = 0; run < 50; run++) {
                      team.run(5, part -> sums.addAndGet(own, part));
                      assertThat(crew.alive()).isLessThanOrEqualTo(3);
                    }
                  }
                }
              }));
    }
    owners.forEach(Thread::start);
    for (Thread owner : owners) {
      owner.join();
    }
    for (int owner = 0; owner < sums.length(); owner++) {
      assertThat(sums.get(owner)).isEqualTo(20 * 50 * 10);
    }
    spinWhile(() -> crew.alive() > 0);
  }

  private static void spinWhile(BooleanSupplier condition) {
    while (condition.getAsBoolean()) {
      Thread.onSpinWait();
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
