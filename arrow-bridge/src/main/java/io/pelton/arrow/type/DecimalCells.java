package io.pelton.arrow.type;

import java.math.BigDecimal;
import java.nio.ByteBuffer;

/** Cells of decimals; a value needs to have no more digits than the column, on either side. */
final class DecimalCells extends Cells {
  private final int width;
  private final int precision;
  private final int scale;

  DecimalCells(int bits, int precision, int scale, ByteBuffer validity, ByteBuffer values) {
    super(validity, values);
    this.width = bits / 8;
    this.precision = precision;
    this.scale = scale;
  }

  @Override
  public Written integer(int row, long value) {
    return decimal(row, BigDecimal.valueOf(value));
  }

  @Override
  public Written decimal(int row, BigDecimal value) {
    BigDecimal fitting = value;
    if (value.signum() == 0) {
      fitting = BigDecimal.ZERO;
    } else if (value.scale() != scale) {
      BigDecimal shortest = value.stripTrailingZeros();
      long digits = (long) shortest.precision() - shortest.scale() + scale;
      if (shortest.scale() > scale || digits > precision) {
        return Written.OUT_OF_RANGE;
      }
      fitting = shortest.setScale(scale);
    }
    if (fitting.precision() > precision) {
      return Written.OUT_OF_RANGE;
    }
    put(row, fitting);
    return valid(row);
  }

  private void put(int row, BigDecimal value) {
    byte[] bytes = value.unscaledValue().toByteArray();
    byte sign = (byte) (value.signum() < 0 ? -1 : 0);
    int at = row * width;
    for (int i = 0; i < width; i++) {
      values().put(at + i, i < bytes.length ? bytes[bytes.length - 1 - i] : sign);
    }
  }

  @Override
  public void nothing(int row) {
    for (int i = 0; i < width; i += 8) {
      values().putLong(row * width + i, 0);
    }
    invalid(row);
  }
}
