package io.pelton.cuda.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.cpu.testing.Cpu;
import io.pelton.cuda.emulator.OnEmulatedDriver;
import io.pelton.cuda.testing.Cuda;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.kernel.BindingKey;
import io.pelton.engine.kernel.BindingTable;
import io.pelton.engine.tensor.DType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * {@code docs/cuda.md} lists the ops that devices have kernels for, and those that they have not.
 */
@ExtendWith(OnEmulatedDriver.class)
class CoveragePageTest {
  private static final Path PAGE = Path.of(System.getProperty("pelton.root"), "docs", "cuda.md");
  private static final BindingTable HOST = Cpu.BACKEND.table();

  private final BindingTable there = Cuda.device().backend().table();

  @Test
  void opsOnDevices() throws IOException {
    Set<OpKind> kinds = kinds(there);
    kinds.removeIf(this::leavesNumbersOut);
    assertThat(listed("On the device")).isEqualTo(labels(kinds));
  }

  @Test
  void opsOnDevicesInPart() throws IOException {
    Set<OpKind> kinds = kinds(there);
    kinds.removeIf(kind -> !leavesNumbersOut(kind));
    assertThat(listed("In part")).isEqualTo(labels(kinds));
  }

  @Test
  void opsOnTheHost() throws IOException {
    Set<OpKind> kinds = kinds(HOST);
    kinds.removeAll(kinds(there));
    assertThat(listed("On the host")).isEqualTo(labels(kinds));
  }

  private static Set<OpKind> kinds(BindingTable table) {
    Set<OpKind> kinds = EnumSet.noneOf(OpKind.class);
    table.keys().forEach(key -> kinds.add(key.kind()));
    return kinds;
  }

  /** True when the CPU has a kernel on numbers or booleans for the op that devices have not. */
  private boolean leavesNumbersOut(OpKind kind) {
    return HOST.keys().stream()
        .filter(key -> key.kind() == kind && !hasStrings(key))
        .anyMatch(key -> !covered(key));
  }

  private boolean covered(BindingKey key) {
    return !there.lookup(new BindingKey(key.kind(), key.inputs(), key.outputs(), "cuda")).isEmpty();
  }

  private static boolean hasStrings(BindingKey key) {
    return key.inputs().contains(DType.STRING) || key.outputs().contains(DType.STRING);
  }

  private static String labels(Set<OpKind> kinds) {
    return kinds.stream().map(OpKind::label).sorted().collect(Collectors.joining(" "));
  }

  /** The row of the table that starts with that. */
  private static String listed(String first) throws IOException {
    return Files.readAllLines(PAGE).stream()
        .filter(line -> line.startsWith("| " + first + " | "))
        .map(line -> line.split("\\|", -1)[2].strip())
        .map(ops -> Arrays.stream(ops.split(" ", -1)).sorted().collect(Collectors.joining(" ")))
        .findFirst()
        .orElse("no such row");
  }
}
