package io.pelton.cpu.kernel.shape;

import io.pelton.cpu.block.Positions;
import io.pelton.engine.kernel.Operand;
import java.nio.ByteBuffer;

/** Elements of 2 or 4 bits, which share bytes, low bits first. */
final class PackedMover implements Mover {
  private final Operand source;
  private final Operand out;
  private final Positions positions;
  private final int bits;
  private final int perByte;
  private final int mask;

  PackedMover(Operand source, Operand out) {
    this.source = source;
    this.out = out;
    this.positions = Positions.of(source.layout());
    this.bits = source.dtype().bits();
    this.perByte = 8 / bits;
    this.mask = (1 << bits) - 1;
  }

  @Override
  public void move(int from, int count, int into) {
    if (count > 0) {
      positions.seek(from);
    }
    for (int n = 0; n < count; n++) {
      write((int) out.offset() + into + n, read((int) source.offset() + positions.next()));
    }
  }

  private int read(int element) {
    int at = element / perByte;
    byte packed =
        source.isNative()
            ? source.memory().bytes().get(at)
            : source.bytes()[source.heap().base() + at];
    return (packed >>> shift(element)) & mask;
  }

  private void write(int element, int value) {
    if (out.isNative()) {
      ByteBuffer memory = out.memory().bytes();
      int at = element / perByte;
      memory.put(at, merged(memory.get(at), element, value));
    } else {
      byte[] target = out.bytes();
      int at = out.heap().base() + element / perByte;
      target[at] = merged(target[at], element, value);
    }
  }

  private byte merged(byte packed, int element, int value) {
    return (byte) ((packed & ~(mask << shift(element))) | (value << shift(element)));
  }

  private int shift(int element) {
    return element % perByte * bits;
  }
}
