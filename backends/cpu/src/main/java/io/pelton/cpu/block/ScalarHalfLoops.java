package io.pelton.cpu.block;

import io.pelton.engine.tensor.Half;

/** Element by element. */
final class ScalarHalfLoops implements HalfLoops {
  @Override
  public void fromF16(short[] x, int i, float[] y, int k, int count) {
    for (int n = 0; n < count; n++) {
      y[k + n] = Half.f16ToFloat(x[i + n]);
    }
  }

  @Override
  public void fromBf16(short[] x, int i, float[] y, int k, int count) {
    for (int n = 0; n < count; n++) {
      y[k + n] = Half.bf16ToFloat(x[i + n]);
    }
  }

  @Override
  public void toF16(float[] x, int i, short[] y, int k, int count) {
    for (int n = 0; n < count; n++) {
      y[k + n] = Half.floatToF16(x[i + n]);
    }
  }

  @Override
  public void toBf16(float[] x, int i, short[] y, int k, int count) {
    for (int n = 0; n < count; n++) {
      y[k + n] = Half.floatToBf16(x[i + n]);
    }
  }

  @Override
  public void roundToF16(float[] x, int at, int count) {
    for (int n = at; n < at + count; n++) {
      x[n] = Half.f16ToFloat(Half.floatToF16(x[n]));
    }
  }

  @Override
  public void roundToBf16(float[] x, int at, int count) {
    for (int n = at; n < at + count; n++) {
      x[n] = Half.bf16ToFloat(Half.floatToBf16(x[n]));
    }
  }
}
