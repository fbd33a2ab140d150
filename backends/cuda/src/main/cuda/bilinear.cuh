// Four neighbours of a place in a plane, row by row, and their weights.
#pragma once

#include "narrowing.cuh"
#include "sampling.cuh"

namespace pelton {

struct Neighbours {
  int top;
  int left;
  double down;
  double right;

  __device__ __forceinline__ Neighbours(double row, double column)
      : top(to_int(floor(row))), left(to_int(floor(column))), down(row - top), right(column - left) {}

  __device__ __forceinline__ double weight(int i) const {
    return (i / 2 == 0 ? 1 - down : down) * (i % 2 == 0 ? 1 - right : right);
  }

  // With zeros outside.
  template <typename T>
  __device__ __forceinline__ double sum(const T* plane, int rows, int columns) const {
    double sum = 0;
#pragma unroll
    for (int i = 0; i < 4; i++) {
      int row = wrapped_sum(top, i / 2);
      int column = wrapped_sum(left, i % 2);
      if (row < 0 || row >= rows || column < 0 || column >= columns) continue;
      sum = fma(weight(i), Narrow<T>::load(plane[row * columns + column]), sum);
    }
    return sum;
  }

  // With ends that repeat; the place is inside.
  template <typename T>
  __device__ __forceinline__ double repeated(const T* plane, int rows, int columns, int i) const {
    int row = top + i / 2 < rows ? top + i / 2 : rows - 1;
    int column = left + i % 2 < columns ? left + i % 2 : columns - 1;
    return Narrow<T>::load(plane[row * columns + column]);
  }
};

}  // namespace pelton
