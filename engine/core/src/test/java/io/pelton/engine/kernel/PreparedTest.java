package io.pelton.engine.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PreparedTest {
  private static final class Packed implements PackedWeights {
    private boolean isLost;
    private int closed;

    @Override
    public long byteLength() {
      return 10;
    }

    @Override
    public boolean isLost() {
      return isLost;
    }

    @Override
    public void close() {
      closed++;
    }
  }

  private final Prepared prepared = new Prepared();
  private final Object weights = new Object();

  private Packed get() {
    return prepared.get(weights, Packed.class, null, Packed::new);
  }

  @Test
  void weightsArePackedOnce() {
    Packed packed = get();
    assertThat(get()).isSameAs(packed);
    assertThat(prepared.bytes()).isEqualTo(10);
    prepared.close();
    assertThat(packed.closed).isEqualTo(1);
    assertThat(prepared.bytes()).isZero();
  }

  @Test
  void whatADeviceLostIsPackedAgain() {
    Packed lost = get();
    lost.isLost = true;
    Packed packed = get();
    assertThat(packed).isNotSameAs(lost);
    assertThat(lost.closed).isEqualTo(1);
    assertThat(get()).isSameAs(packed);
    assertThat(prepared.bytes()).isEqualTo(10);
    prepared.close();
    assertThat(packed.closed).isEqualTo(1);
    assertThat(lost.closed).isEqualTo(1);
  }
}
