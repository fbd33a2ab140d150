package io.pelton.engine.plan.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.pelton.engine.graph.Graph;
import io.pelton.engine.kernel.Alternative;
import io.pelton.engine.kernel.Backend;
import io.pelton.engine.kernel.BindingTable;
import io.pelton.engine.kernel.Device;
import io.pelton.engine.plan.judge.Verdict.Measured;
import io.pelton.engine.plan.judge.Verdict.Unknown;
import io.pelton.engine.testing.Relus;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JudgeFileTest {
  private static final Budget BUDGET = new Budget(1_000_000, 10_000);
  private static final Measured HUNDRED = new Measured(100);

  @TempDir Path folder;
  private Path path;

  private final AtomicLong now = new AtomicLong();
  private final Device device = device("a machine");
  private final Graph graph = Relus.graph(10);

  @BeforeEach
  void setUp() {
    path = folder.resolve("made on demand").resolve("judge.tsv");
  }

  @Test
  void whatIsSavedIsKnownToTheNextProcess() {
    Judge first = open();
    assertThat(first.problem()).isEmpty();
    judge(first, "one");
    first.save();
    assertThat(first.problem()).isEmpty();
    Judge second = new Judge(Optional.of(new JudgeFile(path)), Budget.NONE, now::get);
    assertThat(recall(second, "one")).isEqualTo(HUNDRED);
    assertThat(recall(second, "two")).isInstanceOf(Unknown.class);
    assertThat(second.problem()).isEmpty();
  }

  @Test
  void theFileIsTextThatCanBeRead() throws IOException {
    Judge judge = open();
    judge(judge, "one");
    judge.save();
    assertThat(Files.readAllLines(path))
        .hasSize(3)
        .startsWith("pelton-judge 1", "Relu\tF32->F32\tf4b7\tcpu\ta machine\tone\tone\t0\t100");
    assertThat(files()).containsExactly(path);
  }

  @Test
  void nothingIsWrittenWithoutNews() throws IOException {
    Judge judge = open();
    judge.save();
    assertThat(path).doesNotExist();
    judge(judge, "one");
    judge.save();
    Files.delete(path);
    judge.save();
    assertThat(path).doesNotExist();
  }

  @Test
  void anotherMachineKnowsNothing() {
    Judge judge = open();
    judge(judge, "one");
    assertThat(judge.recall(device("another"), graph, Relus.node(), lasting("one")))
        .isInstanceOf(Unknown.class);
  }

  @Test
  void anOlderSchemaMeansAnEmptyOracleThatIsReplaced() throws IOException {
    assertIgnored("pelton-judge 0\nRelu\t100\n", "has schema 0, not 1");
    Judge judge = open();
    assertThat(judge(judge, "one")).isEqualTo(HUNDRED);
    judge.save();
    assertThat(recall(open(), "one")).isEqualTo(HUNDRED);
  }

  @Test
  void whatIsNotSuchAFileIsIgnoredWithTheReason() throws IOException {
    assertIgnored("", "does not start with 'pelton-judge'");
    assertIgnored("<html>", "does not start with 'pelton-judge'");
    assertIgnored("pelton-judge ", "has schema , not 1");
    assertIgnored("pelton-judge 1\n", "does not end with the checksum");
  }

  @Test
  void everyDamageIsNoticed() throws IOException {
    Judge judge = open();
    judge(judge, "one");
    judge(judge, "two");
    judge.save();
    String text = Files.readString(path);
    for (int at = 0; at < text.length(); at++) {
      assertThat(JudgeText.decode(text.substring(0, at)).problem()).isPresent();
      String changed = text.substring(0, at) + '#' + text.substring(at + 1);
      assertThat(JudgeText.decode(changed).problem()).isPresent();
    }
    assertThat(JudgeText.decode(text + text).problem()).isPresent();
    assertThat(JudgeText.decode(text).problem()).isEmpty();
  }

  @Test
  void linesThatAreNoMeasurementsAreNoticedDespiteTheirChecksum() throws IOException {
    assertIgnored(withChecksum("a\tb\n"), "no measurement: 2 fields, not 9");
    assertIgnored(withChecksum("a\tb\tc\td\te\tf\tg\tx\t1\n"), "no measurement: For input");
    assertIgnored(withChecksum("a\tb\tc\td\te\tf\tg\t1\t0\n"), "takes time, not 0 ns");
  }

  private static String withChecksum(String lines) {
    String body = "pelton-judge 1\n" + lines;
    CRC32 crc = new CRC32();
    crc.update(body.getBytes(StandardCharsets.UTF_8));
    return body + "crc32 " + Long.toHexString(crc.getValue()) + "\n";
  }

  @Test
  void bytesThatAreNoTextAreIgnored() throws IOException {
    Files.createDirectories(path.getParent());
    Files.write(path, new byte[] {(byte) 0xC3, (byte) 0x28});
    assertThat(open().problem().orElseThrow()).contains(path + " is ignored: it can't be read");
  }

  /** Reading a device or a pipe might never end. */
  @Test
  void whatIsNoRegularFileIsNotRead() throws IOException {
    Path device = Path.of("/dev/zero");
    assumeTrue(Files.exists(device), "this system has no " + device);
    Files.createDirectories(path.getParent());
    Files.createSymbolicLink(path, device);
    assertThat(open().problem().orElseThrow())
        .contains(path + " is ignored: it is no regular file");
  }

  @Test
  void aFolderInItsPlaceIsNeitherReadNorReplaced() throws IOException {
    Files.createDirectories(path.resolve("taken"));
    Judge judge = open();
    assertThat(judge.problem().orElseThrow()).contains("is no regular file");
    judge(judge, "one");
    judge.save();
    assertThat(judge.problem().orElseThrow()).contains(path + " is not written");
    assertThat(path.resolve("taken")).isDirectory();
    assertThat(files()).containsExactly(path);
    assertThat(recall(judge, "one")).isEqualTo(HUNDRED);
  }

  @Test
  void whatCouldNotBeWrittenIsWrittenTheNextTime() throws IOException {
    Judge judge = open();
    Files.writeString(folder.resolve("made on demand"), "in the way");
    judge(judge, "one");
    judge.save();
    assertThat(judge.problem().orElseThrow()).contains("is not written");
    Files.delete(folder.resolve("made on demand"));
    judge.save();
    assertThat(recall(open(), "one")).isEqualTo(HUNDRED);
  }

  @Test
  void twoProcessesAddToOneFile() {
    Judge one = open();
    Judge two = open();
    judge(one, "one");
    judge(two, "two");
    one.save();
    two.save();
    assertThat(recall(open(), "one")).isEqualTo(HUNDRED);
    assertThat(recall(open(), "two")).isEqualTo(HUNDRED);
  }

  @Test
  void readersSeeWholeFilesWhileOthersWrite() throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(4);
    CountDownLatch start = new CountDownLatch(1);
    List<Future<?>> tasks = new ArrayList<>();
    try {
      for (int writer = 0; writer < 2; writer++) {
        String name = "writer " + writer;
        tasks.add(
            pool.submit(
                () -> {
                  start.await();
                  for (int i = 0; i < 50; i++) {
                    JudgeKey key = new JudgeKey("op", name, "", "", "", "", "", i);
                    assertThat(new JudgeFile(path).merge(Map.of(key, HUNDRED))).isEmpty();
                  }
                  return null;
                }));
        tasks.add(
            pool.submit(
                () -> {
                  start.await();
                  for (int i = 0; i < 200; i++) {
                    assertThat(new JudgeFile(path).read().problem()).isEmpty();
                  }
                  return null;
                }));
      }
      start.countDown();
      for (Future<?> task : tasks) {
        task.get();
      }
    } finally {
      pool.shutdownNow();
    }
    assertThat(new JudgeFile(path).read().measured()).isNotEmpty();
    assertThat(files()).containsExactly(path);
  }

  @Test
  void componentsMayHoldAnyText() {
    JudgeKey odd = new JudgeKey("a\tb", "\\t", "c\nd", "\r", "é\u2028", "", "\\", -3);
    Map<JudgeKey, Measured> measured = Map.of(odd, new Measured(Long.MAX_VALUE));
    assertThat(JudgeText.decode(JudgeText.encode(measured)))
        .isEqualTo(JudgeText.Contents.of(measured));
  }

  private void assertIgnored(String text, String reason) throws IOException {
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
    Judge judge = open();
    assertThat(judge.problem().orElseThrow()).startsWith(path + " is ignored: it").contains(reason);
    assertThat(recall(judge, "one")).isInstanceOf(Unknown.class);
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(path.getParent())) {
      return files.toList();
    }
  }

  private Judge open() {
    return new Judge(Optional.of(new JudgeFile(path)), BUDGET, now::get);
  }

  private Verdict judge(Judge judge, String kernel) {
    return judge.judge(device, graph, Relus.node(), lasting(kernel), 0);
  }

  private Verdict recall(Judge judge, String kernel) {
    return judge.recall(device, graph, Relus.node(), lasting(kernel));
  }

  private Alternative lasting(String name) {
    return new Alternative(name, Relus.kernel(() -> now.addAndGet(100)), Set.of());
  }

  private static Device device(String machine) {
    return Device.host(new Backend("cpu", machine, new BindingTable.Builder("cpu").seal()));
  }
}
