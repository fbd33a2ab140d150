package io.pelton.arrow.type;

/**
 * Columns, each a run of {@code block} elements, as rows that follow each other. Four columns at a
 * time, so that finding a row's place is paid for by four elements.
 */
final class Interleaving {
  private Interleaving() {}

  static void run(float[] stage, int block, int columns, int rows, float[] target, int at) {
    int column = 0;
    for (; column + 3 < columns; column += 4) {
      int first = column * block;
      int second = first + block;
      int third = second + block;
      int fourth = third + block;
      for (int row = 0, to = at + column; row < rows; row++, to += columns) {
        target[to] = stage[first + row];
        target[to + 1] = stage[second + row];
        target[to + 2] = stage[third + row];
        target[to + 3] = stage[fourth + row];
      }
    }
    for (; column < columns; column++) {
      int first = column * block;
      for (int row = 0, to = at + column; row < rows; row++, to += columns) {
        target[to] = stage[first + row];
      }
    }
  }

  static void run(double[] stage, int block, int columns, int rows, double[] target, int at) {
    int column = 0;
    for (; column + 3 < columns; column += 4) {
      int first = column * block;
      int second = first + block;
      int third = second + block;
      int fourth = third + block;
      for (int row = 0, to = at + column; row < rows; row++, to += columns) {
        target[to] = stage[first + row];
        target[to + 1] = stage[second + row];
        target[to + 2] = stage[third + row];
        target[to + 3] = stage[fourth + row];
      }
    }
    for (; column < columns; column++) {
      int first = column * block;
      for (int row = 0, to = at + column; row < rows; row++, to += columns) {
        target[to] = stage[first + row];
      }
    }
  }

  static void run(long[] stage, int block, int columns, int rows, long[] target, int at) {
    int column = 0;
    for (; column + 3 < columns; column += 4) {
      int first = column * block;
      int second = first + block;
      int third = second + block;
      int fourth = third + block;
      for (int row = 0, to = at + column; row < rows; row++, to += columns) {
        target[to] = stage[first + row];
        target[to + 1] = stage[second + row];
        target[to + 2] = stage[third + row];
        target[to + 3] = stage[fourth + row];
      }
    }
    for (; column < columns; column++) {
      int first = column * block;
      for (int row = 0, to = at + column; row < rows; row++, to += columns) {
        target[to] = stage[first + row];
      }
    }
  }

  static void run(int[] stage, int block, int columns, int rows, int[] target, int at) {
    int column = 0;
    for (; column + 3 < columns; column += 4) {
      int first = column * block;
      int second = first + block;
      int third = second + block;
      int fourth = third + block;
      for (int row = 0, to = at + column; row < rows; row++, to += columns) {
        target[to] = stage[first + row];
        target[to + 1] = stage[second + row];
        target[to + 2] = stage[third + row];
        target[to + 3] = stage[fourth + row];
      }
    }
    for (; column < columns; column++) {
      int first = column * block;
      for (int row = 0, to = at + column; row < rows; row++, to += columns) {
        target[to] = stage[first + row];
      }
    }
  }

  static void run(short[] stage, int block, int columns, int rows, short[] target, int at) {
    int column = 0;
    for (; column + 3 < columns; column += 4) {
      int first = column * block;
      int second = first + block;
      int third = second + block;
      int fourth = third + block;
      for (int row = 0, to = at + column; row < rows; row++, to += columns) {
        target[to] = stage[first + row];
        target[to + 1] = stage[second + row];
        target[to + 2] = stage[third + row];
        target[to + 3] = stage[fourth + row];
      }
    }
    for (; column < columns; column++) {
      int first = column * block;
      for (int row = 0, to = at + column; row < rows; row++, to += columns) {
        target[to] = stage[first + row];
      }
    }
  }

  static void run(byte[] stage, int block, int columns, int rows, byte[] target, int at) {
    int column = 0;
    for (; column + 3 < columns; column += 4) {
      int first = column * block;
      int second = first + block;
      int third = second + block;
      int fourth = third + block;
      for (int row = 0, to = at + column; row < rows; row++, to += columns) {
        target[to] = stage[first + row];
        target[to + 1] = stage[second + row];
        target[to + 2] = stage[third + row];
        target[to + 3] = stage[fourth + row];
      }
    }
    for (; column < columns; column++) {
      int first = column * block;
      for (int row = 0, to = at + column; row < rows; row++, to += columns) {
        target[to] = stage[first + row];
      }
    }
  }
}
