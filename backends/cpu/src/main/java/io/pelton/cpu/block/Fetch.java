package io.pelton.cpu.block;

import io.pelton.engine.kernel.Operand;
import java.nio.ByteBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;

/**
 * Copies evenly spaced slots of an operand, on the heap or in native memory, into an array of its
 * carrier. Positions count slots from the operand's start.
 */
final class Fetch {
  private Fetch() {}

  static void floats(Operand source, int position, int step, float[] target, int into, int count) {
    if (source.isNative()) {
      FloatBuffer memory = source.memory().floats();
      int from = (int) source.offset() + position;
      if (step == 1) {
        memory.get(from, target, into, count);
      } else {
        for (int i = 0; i < count; i++) {
          target[into + i] = memory.get(from + i * step);
        }
      }
      return;
    }
    float[] array = source.floats();
    int from = source.base() + position;
    if (step == 1) {
      System.arraycopy(array, from, target, into, count);
    } else {
      for (int i = 0; i < count; i++) {
        target[into + i] = array[from + i * step];
      }
    }
  }

  static void doubles(
      Operand source, int position, int step, double[] target, int into, int count) {
    if (source.isNative()) {
      DoubleBuffer memory = source.memory().doubles();
      int from = (int) source.offset() + position;
      if (step == 1) {
        memory.get(from, target, into, count);
      } else {
        for (int i = 0; i < count; i++) {
          target[into + i] = memory.get(from + i * step);
        }
      }
      return;
    }
    double[] array = source.doubles();
    int from = source.base() + position;
    if (step == 1) {
      System.arraycopy(array, from, target, into, count);
    } else {
      for (int i = 0; i < count; i++) {
        target[into + i] = array[from + i * step];
      }
    }
  }

  static void longs(Operand source, int position, int step, long[] target, int into, int count) {
    if (source.isNative()) {
      LongBuffer memory = source.memory().longs();
      int from = (int) source.offset() + position;
      if (step == 1) {
        memory.get(from, target, into, count);
      } else {
        for (int i = 0; i < count; i++) {
          target[into + i] = memory.get(from + i * step);
        }
      }
      return;
    }
    long[] array = source.longs();
    int from = source.base() + position;
    if (step == 1) {
      System.arraycopy(array, from, target, into, count);
    } else {
      for (int i = 0; i < count; i++) {
        target[into + i] = array[from + i * step];
      }
    }
  }

  static void ints(Operand source, int position, int step, int[] target, int into, int count) {
    if (source.isNative()) {
      IntBuffer memory = source.memory().ints();
      int from = (int) source.offset() + position;
      if (step == 1) {
        memory.get(from, target, into, count);
      } else {
        for (int i = 0; i < count; i++) {
          target[into + i] = memory.get(from + i * step);
        }
      }
      return;
    }
    int[] array = source.ints();
    int from = source.base() + position;
    if (step == 1) {
      System.arraycopy(array, from, target, into, count);
    } else {
      for (int i = 0; i < count; i++) {
        target[into + i] = array[from + i * step];
      }
    }
  }

  static void shorts(Operand source, int position, int step, short[] target, int into, int count) {
    if (source.isNative()) {
      ShortBuffer memory = source.memory().shorts();
      int from = (int) source.offset() + position;
      if (step == 1) {
        memory.get(from, target, into, count);
      } else {
        for (int i = 0; i < count; i++) {
          target[into + i] = memory.get(from + i * step);
        }
      }
      return;
    }
    short[] array = source.shorts();
    int from = source.base() + position;
    if (step == 1) {
      System.arraycopy(array, from, target, into, count);
    } else {
      for (int i = 0; i < count; i++) {
        target[into + i] = array[from + i * step];
      }
    }
  }

  static void bytes(Operand source, int position, int step, byte[] target, int into, int count) {
    if (source.isNative()) {
      ByteBuffer memory = source.memory().bytes();
      int from = (int) source.offset() + position;
      if (step == 1) {
        memory.get(from, target, into, count);
      } else {
        for (int i = 0; i < count; i++) {
          target[into + i] = memory.get(from + i * step);
        }
      }
      return;
    }
    byte[] array = source.bytes();
    int from = source.base() + position;
    if (step == 1) {
      System.arraycopy(array, from, target, into, count);
    } else {
      for (int i = 0; i < count; i++) {
        target[into + i] = array[from + i * step];
      }
    }
  }
}
