// What the kernels of products share: which matrices there are, where a block finds its own, and what becomes of a sum.
#pragma once

#include "pelton.cuh"
#include "steps.cuh"
#include "tile.cuh"

namespace pelton {

// Lengths of a batched product, and the strides within one matrix. Blocks are numbered matrix by matrix, and in each from left to right.
struct Product {
  long long rows;
  long long inner;
  long long columns;
  long long tiles_down;
  long long tiles_across;
  long long batch_axes;
  long long left_row;
  long long left_inner;
  long long right_inner;
  long long right_column;
};

// The tile of a block.
struct Place {
  int matrix;
  int row;
  int column;
  int rows;     // that are to be computed, from the tile's first on
  int columns;  // that there are

  __device__ __forceinline__ Place(const Product& product, int down, int across, Extent extent) {
    int tile = blockIdx.x;
    int tiles_across = static_cast<int>(product.tiles_across);
    int tiles_down = static_cast<int>(product.tiles_down);
    column = tile % tiles_across * across;
    tile /= tiles_across;
    row = tile % tiles_down * down;
    matrix = tile / tiles_down;
    long long active = count(extent) / product.columns - matrix * product.rows;
    long long end = active < product.rows ? active : product.rows;
    rows = end - row < down ? static_cast<int>(end - row) : down;
    columns = product.columns - column < across ? static_cast<int>(product.columns - column) : across;
  }

  // Where the tile's result lies in the output.
  __device__ __forceinline__ long long at(const Product& product, int down, int across) const {
    return (matrix * product.rows + row + down) * product.columns + column + across;
  }
};

// Where an operand's part for a matrix starts.
__device__ __forceinline__ long long offset_of(int matrix, int axes, const Axes& lengths, const Axes& strides) {
  long long offset = 0;
  for (int axis = axes - 1; axis >= 0; axis--) {
    int length = static_cast<int>(lengths.of[axis]);
    offset += matrix % length * strides.of[axis];
    matrix /= length;
  }
  return offset;
}

// How elements are held in shared memory and in which type they are summed up.
template <typename T>
struct Terms {
  using stage = typename Wide<T>::type;
  using sum = typename Wide<T>::type;
  __device__ __forceinline__ stage operator()(T value, int) const { return Wide<T>::load(value); }
};

template <>
struct Terms<int> {
  using stage = int;
  using sum = unsigned long long;
  __device__ __forceinline__ int operator()(int value, int) const { return value; }
};

template <>
struct Terms<unsigned> {
  using stage = unsigned;
  using sum = unsigned long long;
  __device__ __forceinline__ unsigned operator()(unsigned value, int) const { return value; }
};

enum FinishKind { FINISH_PLAIN, FINISH_SCALED, FINISH_STEPS };

// What is done to each sum: nothing; alpha * sum + beta * addend; or activation(sum + addend) + residual.
struct Finish {
  long long kind;
  long long activation;
  double alpha;
  double beta;
  long long addend_row;
  long long addend_column;
  long long residual_row;
  long long residual_column;
};

template <typename T>
__device__ __forceinline__ typename Terms<T>::sum scaled(typename Terms<T>::sum sum, const T* addend, const Finish& finish) {
  using wide = typename Terms<T>::sum;
  wide alpha = static_cast<wide>(finish.alpha);
  if (addend == nullptr) return sum * alpha;
  return multiply_add(alpha, sum, static_cast<wide>(finish.beta) * Wide<T>::load(*addend));
}

// As Java casts: NaN is 0, and what is too large the largest.
__device__ __forceinline__ long long to_long(double value) {
  if (!(value == value)) return 0;
  if (value >= 0x1p63) return 0x7fffffffffffffffLL;
  if (value < -0x1p63) return -0x7fffffffffffffffLL - 1;
  return static_cast<long long>(value);
}

__device__ __forceinline__ unsigned long long scaled_integer(unsigned long long sum, bool has_addend, long long addend,
                                                             const Finish& finish) {
  if (!has_addend && finish.alpha == 1) return sum;
  if (finish.alpha == 1 && finish.beta == 1) return sum + static_cast<unsigned long long>(addend);
  double product = finish.alpha * static_cast<double>(static_cast<long long>(sum));
  return static_cast<unsigned long long>(to_long(product + finish.beta * static_cast<double>(addend)));
}

template <>
__device__ __forceinline__ unsigned long long scaled<int>(unsigned long long sum, const int* addend, const Finish& finish) {
  return scaled_integer(sum, addend != nullptr, addend == nullptr ? 0 : *addend, finish);
}

template <>
__device__ __forceinline__ unsigned long long scaled<unsigned>(unsigned long long sum, const unsigned* addend, const Finish& finish) {
  return scaled_integer(sum, addend != nullptr, addend == nullptr ? 0 : *addend, finish);
}

template <>
__device__ __forceinline__ unsigned long long scaled<unsigned long long>(unsigned long long sum, const unsigned long long* addend,
                                                                         const Finish& finish) {
  return scaled_integer(sum, addend != nullptr, addend == nullptr ? 0 : static_cast<long long>(*addend), finish);
}

// Integers have no steps.
template <typename T>
__device__ __forceinline__ T finished_steps(typename Terms<T>::sum sum, const T*, const T*, const Finish&) {
  return static_cast<T>(sum);
}

template <typename T>
__device__ __forceinline__ T finished_float(typename Terms<T>::sum sum, const T* addend, const T* residual, const Finish& finish) {
  sum = Steps<T>::round(sum);
  if (addend != nullptr) sum = Steps<T>::add(sum, Wide<T>::load(*addend));
  sum = Steps<T>::activate(static_cast<int>(finish.activation), sum);
  if (residual != nullptr) sum = Steps<T>::add(sum, Wide<T>::load(*residual));
  return Wide<T>::store(sum);
}

template <>
__device__ __forceinline__ float finished_steps<float>(float sum, const float* addend, const float* residual, const Finish& finish) {
  return finished_float<float>(sum, addend, residual, finish);
}

template <>
__device__ __forceinline__ double finished_steps<double>(double sum, const double* addend, const double* residual, const Finish& finish) {
  return finished_float<double>(sum, addend, residual, finish);
}

template <>
__device__ __forceinline__ f16 finished_steps<f16>(float sum, const f16* addend, const f16* residual, const Finish& finish) {
  return finished_float<f16>(sum, addend, residual, finish);
}

template <>
__device__ __forceinline__ bf16 finished_steps<bf16>(float sum, const bf16* addend, const bf16* residual, const Finish& finish) {
  return finished_float<bf16>(sum, addend, residual, finish);
}

template <typename T>
struct Stored {
  static __device__ __forceinline__ T of(typename Terms<T>::sum sum) { return Wide<T>::store(sum); }
};

template <>
struct Stored<int> {
  static __device__ __forceinline__ int of(unsigned long long sum) { return static_cast<int>(sum); }
};

template <>
struct Stored<unsigned> {
  static __device__ __forceinline__ unsigned of(unsigned long long sum) { return static_cast<unsigned>(sum); }
};

// A sum as it is stored.
template <typename T>
__device__ __forceinline__ T finished(typename Terms<T>::sum sum, const T* addend, const T* residual, const Finish& finish) {
  if (finish.kind == FINISH_PLAIN) return Stored<T>::of(sum);
  if (finish.kind == FINISH_SCALED) return Stored<T>::of(scaled<T>(sum, addend, finish));
  return finished_steps<T>(sum, addend, residual, finish);
}

// Hands each sum of the tile's first rows and columns to `store(sum, row, column)`. Where a thread has several, they go through shared memory, a row of every
// thread at a time: then neighbouring threads write neighbouring elements, and the code that finishes them is there once.
template <typename Shape, typename Sum, typename Store>
__device__ __forceinline__ void each(const Sum (&sums)[Shape::RESULTS_DOWN][Shape::RESULTS_ACROSS], int rows, int columns,
                                     const Store& store) {
  if constexpr (Shape::SIDE == 1) {
    int row = Shape::row(0);
    int column = Shape::column(0);
    if (row < rows && column < columns) store(sums[0][0], row, column);
  } else {
    __shared__ Sum strip[Shape::THREADS_DOWN][Shape::ACROSS];
#pragma unroll 1
    for (int i = 0; i < Shape::RESULTS_DOWN; i++) {
#pragma unroll
      for (int own = 0; own < Shape::RESULTS_DOWN; own++) {
        if (own == i) {
#pragma unroll
          for (int j = 0; j < Shape::RESULTS_ACROSS; j++) strip[Shape::thread_down()][Shape::column(j)] = sums[own][j];
        }
      }
      __syncthreads();
#pragma unroll 1
      for (int at = threadIdx.x; at < Shape::THREADS_DOWN * Shape::ACROSS; at += Shape::THREADS) {
        int row = Shape::row(i, at / Shape::ACROSS);
        int column = at % Shape::ACROSS;
        if (row < rows && column < columns) store(strip[at / Shape::ACROSS][column], row, column);
      }
      __syncthreads();
    }
  }
}

// A tile of 64 x 64 keeps 16 sums a thread; larger ones read less, and pay where there are enough of them to fill the device. Those of
// few rows, or few columns, have a sum a thread, and deep tiles, so that many loads are on their way at once: there the memory's
// latency is what takes time.
using Square = Tile<64, 64, 16, 4>;
using Large = Tile<128, 128, 8, 4, 2, 2>;
using FewRows = Tile<8, 32, 64, 1>;
using FewColumns = Tile<32, 8, 64, 1>;

}  // namespace pelton
