package io.pelton.cpu.kernel.signal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.pelton.cpu.testing.Cpu;
import io.pelton.engine.error.InvalidOp;
import io.pelton.engine.graph.SignalOp.Dft;
import io.pelton.engine.tensor.Tensor;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DftTest {
  private static double[] random(int count) {
    return new Random(count).doubles(count, -1, 1).toArray();
  }

  private static double[] naive(double[] x) {
    int length = x.length / 2;
    double[] y = new double[x.length];
    for (int k = 0; k < length; k++) {
      for (int n = 0; n < length; n++) {
        double angle = -2 * Math.PI * ((long) k * n % length) / length;
        y[2 * k] += x[2 * n] * Math.cos(angle) - x[2 * n + 1] * Math.sin(angle);
        y[2 * k + 1] += x[2 * n] * Math.sin(angle) + x[2 * n + 1] * Math.cos(angle);
      }
    }
    return y;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 15, 16, 30, 97, 128, 400})
  void factorsGiveWhatTheDefinitionDoes(int length) {
    double[] x = random(2 * length);
    Tensor signal = Tensor.of(x, 1, length, 2);
    Tensor found = Cpu.evaluate(new Dft(1, false, false), signal);
    assertThat(found.toDoubles()).containsExactly(naive(x), within(1e-10));
    Tensor back = Cpu.evaluate(new Dft(1, true, false), found);
    assertThat(back.toDoubles()).containsExactly(x, within(1e-12));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5, 8})
  void halfOfTheFrequenciesOfRealNumbersAreEnough(int length) {
    double[] x = random(length);
    Tensor given = Tensor.of(new long[] {length}, 1);
    Tensor half = Cpu.evaluate(new Dft(-2, false, true), Tensor.of(x, 1, length, 1), given);
    assertThat(half.dims()).containsExactly(1, length / 2 + 1, 2);
    Tensor back = Cpu.evaluate(new Dft(-2, true, true), half, given);
    assertThat(back.dims()).containsExactly(1, length, 1);
    assertThat(back.toDoubles()).containsExactly(x, within(1e-12));
  }

  @Test
  void aLengthPadsOrCutsOff() {
    Tensor signal = Tensor.of(new double[] {1, 2, 3}, 1, 3, 1);
    Tensor two = Tensor.of(new long[] {2}, 1);
    Tensor four = Tensor.of(new long[] {4}, 1);
    Dft op = new Dft(1, false, false);
    assertThat(Cpu.evaluate(op, signal, two).toDoubles())
        .containsExactly(new double[] {3, 0, -1, 0}, within(1e-15));
    assertThat(Cpu.evaluate(op, signal, four).toDoubles())
        .containsExactly(new double[] {6, 0, -2, -2, 2, 0, -2, 2}, within(1e-14));
  }

  @Test
  void oneSidedIsForRealNumbers() {
    Tensor complex = Tensor.of(new double[4], 1, 2, 2);
    assertThatThrownBy(() -> Cpu.evaluate(new Dft(1, false, true), complex))
        .isInstanceOf(InvalidOp.class)
        .hasMessageContaining("a one-sided transform is of real numbers");
  }
}
