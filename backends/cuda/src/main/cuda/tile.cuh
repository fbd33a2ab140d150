// Tiles of a matrix product: what a block of threads multiplies, through shared memory.
//
// Every sum runs over the inner axis in order, one fused multiply-add a step, whatever the tile; so all tiles give the same bits, which
// are those of the plain kernel. That is also why no tile splits the inner axis.
#pragma once

#include "pelton.cuh"

namespace pelton {

__device__ __forceinline__ float multiply_add(float left, float right, float sum) { return fmaf(left, right, sum); }

__device__ __forceinline__ double multiply_add(double left, double right, double sum) { return fma(left, right, sum); }

// Integers wrap. Those of 32 bits are widened here and not before, where the device has one instruction for both.
__device__ __forceinline__ unsigned long long multiply_add(int left, int right, unsigned long long sum) {
  return sum + static_cast<unsigned long long>(static_cast<long long>(left) * right);
}

__device__ __forceinline__ unsigned long long multiply_add(unsigned left, unsigned right, unsigned long long sum) {
  return sum + static_cast<unsigned long long>(left) * right;
}

__device__ __forceinline__ unsigned long long multiply_add(unsigned long long left, unsigned long long right, unsigned long long sum) {
  return sum + left * right;
}

__device__ __forceinline__ unsigned multiply_add(int left, int right, unsigned sum) {
  return sum + static_cast<unsigned>(left) * static_cast<unsigned>(right);
}

// Elements that are read and written in one access, of up to 16 bytes.
template <typename T>
struct alignas(sizeof(T) * 4 < 16 ? sizeof(T) * 4 : 16) Four {
  T of[4];
};

template <typename T>
__device__ __forceinline__ bool is_aligned(const T* at, long long stride) {
  return reinterpret_cast<size_t>(at) % alignof(Four<T>) == 0 && stride % 4 == 0;
}

// Which results a block has, and how they are spread over its threads: GROUPS_DOWN x GROUPS_ACROSS squares of SIDE x SIDE results each,
// so that neighbouring threads read neighbouring columns.
template <int DOWN_, int ACROSS_, int DEPTH_, int SIDE_, int GROUPS_DOWN_ = 1, int GROUPS_ACROSS_ = 1>
struct Tile {
  static constexpr int DOWN = DOWN_;
  static constexpr int ACROSS = ACROSS_;
  static constexpr int DEPTH = DEPTH_;
  static constexpr int SIDE = SIDE_;
  static constexpr int GROUPS_DOWN = GROUPS_DOWN_;
  static constexpr int GROUPS_ACROSS = GROUPS_ACROSS_;
  static constexpr int THREADS_DOWN = DOWN / (SIDE * GROUPS_DOWN);
  static constexpr int THREADS_ACROSS = ACROSS / (SIDE * GROUPS_ACROSS);
  static constexpr int THREADS = THREADS_DOWN * THREADS_ACROSS;
  static constexpr int RESULTS_DOWN = SIDE * GROUPS_DOWN;
  static constexpr int RESULTS_ACROSS = SIDE * GROUPS_ACROSS;
  // Spreads a column over the banks of shared memory; a multiple of 4 where four elements are read at once.
  static constexpr int PADDING = SIDE == 4 ? 4 : 1;

  // Neighbouring threads go along the longer side.
  static __device__ __forceinline__ int thread_down() {
    return ACROSS >= DOWN ? threadIdx.x / THREADS_ACROSS : threadIdx.x % THREADS_DOWN;
  }

  static __device__ __forceinline__ int thread_across() {
    return ACROSS >= DOWN ? threadIdx.x % THREADS_ACROSS : threadIdx.x / THREADS_DOWN;
  }

  // Where a thread's result lies in the tile.
  static __device__ __forceinline__ int row(int result) { return row(result, thread_down()); }

  static __device__ __forceinline__ int row(int result, int thread) {
    return result / SIDE * (DOWN / GROUPS_DOWN) + thread * SIDE + result % SIDE;
  }

  static __device__ __forceinline__ int column(int result) {
    return result / SIDE * (ACROSS / GROUPS_ACROSS) + thread_across() * SIDE + result % SIDE;
  }
};

// Rows of a left operand or columns of a right one, as many as the tile has.
template <typename T>
struct Lines {
  const T* first;
  long long line_stride;
  long long inner_stride;
  int lines;  // that there are, from the tile's first on
};

// Halves of shared memory: while one is multiplied, the other one is filled.
template <typename Shape, typename Stage>
struct Halves {
  alignas(16) Stage left[2][Shape::DEPTH][Shape::DOWN + Shape::PADDING];
  alignas(16) Stage right[2][Shape::DEPTH][Shape::ACROSS + Shape::PADDING];
};

// Brings DEPTH elements of each of LINES lines to shared memory, [DEPTH][LINES + PADDING], by way of registers: so the next ones are on
// their way while a tile is multiplied.
template <typename T, typename Stage, int LINES, int DEPTH, int PADDING, int THREADS, int SIDE, int GROUPS, typename Widen>
class Loader {
  static constexpr int UNITS = LINES * DEPTH / 4;
  static constexpr int TURNS = (UNITS + THREADS - 1) / THREADS;

  const Lines<T> from;
  Stage (&halves)[2][DEPTH][LINES + PADDING];
  const Widen widen;
  const int inner;
  const int thread;
  // Four neighbours in memory are four steps along the inner axis, or four lines.
  const bool is_along_inner;
  const bool is_whole;
  T held[TURNS][4];

  static __device__ __forceinline__ long long magnitude(long long stride) { return stride < 0 ? -stride : stride; }

  __device__ __forceinline__ int line(int unit) const { return is_along_inner ? unit / (DEPTH / 4) : unit % (LINES / 4) * 4; }

  __device__ __forceinline__ int step(int unit) const { return is_along_inner ? unit % (DEPTH / 4) * 4 : unit / (LINES / 4); }

 public:
  // Of the thread's values in a line, `thread` says which, see Tile.
  __device__ __forceinline__ Loader(const Lines<T>& from, const Widen& widen, int inner, int thread,
                                    Stage (&halves)[2][DEPTH][LINES + PADDING])
      : from(from),
        halves(halves),
        widen(widen),
        inner(inner),
        thread(thread),
        is_along_inner(magnitude(from.inner_stride) < magnitude(from.line_stride)),
        is_whole(is_along_inner ? from.inner_stride == 1 && is_aligned(from.first, from.line_stride)
                                : from.line_stride == 1 && is_aligned(from.first, from.inner_stride)) {}

  // Starts to read the elements from an inner index on; what is beyond the ends is 0.
  __device__ __forceinline__ void fetch(int start) {
#pragma unroll
    for (int turn = 0; turn < TURNS; turn++) {
      int unit = turn * THREADS + threadIdx.x;
      if (UNITS % THREADS != 0 && unit >= UNITS) break;
      int lines_left = from.lines - line(unit);
      int steps_left = inner - start - step(unit);
      const T* at = from.first + line(unit) * from.line_stride + (start + step(unit)) * from.inner_stride;
      int left = is_along_inner ? (lines_left > 0 ? steps_left : 0) : (steps_left > 0 ? lines_left : 0);
      if (is_whole && left >= 4) {
        Four<T> four = *reinterpret_cast<const Four<T>*>(at);
#pragma unroll
        for (int i = 0; i < 4; i++) held[turn][i] = four.of[i];
      } else {
        long long stride = is_along_inner ? from.inner_stride : from.line_stride;
#pragma unroll
        for (int i = 0; i < 4; i++) held[turn][i] = i < left ? at[i * stride] : T{};
      }
    }
  }

  // Puts what was read where all threads see it.
  __device__ __forceinline__ void store(int half) const {
#pragma unroll
    for (int turn = 0; turn < TURNS; turn++) {
      int unit = turn * THREADS + threadIdx.x;
      if (UNITS % THREADS != 0 && unit >= UNITS) break;
      int first_line = line(unit);
      int first_step = step(unit);
#pragma unroll
      for (int i = 0; i < 4; i++) {
        int at_line = is_along_inner ? first_line : first_line + i;
        int at_step = is_along_inner ? first_step + i : first_step;
        halves[half][at_step][at_line] = widen(held[turn][i], at_line);
      }
    }
  }

  // The thread's values of one step.
  __device__ __forceinline__ void read(int half, int, int k, Stage (&values)[SIDE * GROUPS]) const {
#pragma unroll
    for (int group = 0; group < GROUPS; group++) {
      const Stage* at = halves[half][k] + group * (LINES / GROUPS) + thread * SIDE;
      if constexpr (SIDE == 4) {
        Four<Stage> four = *reinterpret_cast<const Four<Stage>*>(at);
#pragma unroll
        for (int i = 0; i < 4; i++) values[group * 4 + i] = four.of[i];
      } else {
#pragma unroll
        for (int i = 0; i < SIDE; i++) values[group * SIDE + i] = at[i];
      }
    }
  }
};

template <typename Shape, typename Stage, typename T, typename Widen>
__device__ __forceinline__ auto load_left(const Lines<T>& from, const Widen& widen, int inner, Halves<Shape, Stage>& halves) {
  return Loader<T, Stage, Shape::DOWN, Shape::DEPTH, Shape::PADDING, Shape::THREADS, Shape::SIDE, Shape::GROUPS_DOWN, Widen>(
      from, widen, inner, Shape::thread_down(), halves.left);
}

template <typename Shape, typename Stage, typename T, typename Widen>
__device__ __forceinline__ auto load_right(const Lines<T>& from, const Widen& widen, int inner, Halves<Shape, Stage>& halves) {
  return Loader<T, Stage, Shape::ACROSS, Shape::DEPTH, Shape::PADDING, Shape::THREADS, Shape::SIDE, Shape::GROUPS_ACROSS, Widen>(
      from, widen, inner, Shape::thread_across(), halves.right);
}

// Adds the products of the lines to a thread's sums.
template <typename Shape, typename Stage, typename Left, typename Right, typename Sum>
__device__ __forceinline__ void multiply(Left left, Right right, int inner, Sum (&sums)[Shape::RESULTS_DOWN][Shape::RESULTS_ACROSS]) {
  int half = 0;
  // nobody reads any more what lies in shared memory from before
  __syncthreads();
  // one round more than there are tiles, the first of which only fetches
  for (int start = -Shape::DEPTH; start < inner; start += Shape::DEPTH) {
    bool is_held = start >= 0;
    if (is_held) {
      left.store(half);
      right.store(half);
      __syncthreads();
    }
    if (inner - start > Shape::DEPTH) {
      left.fetch(start + Shape::DEPTH);
      right.fetch(start + Shape::DEPTH);
    }
    auto step = [&](int k) {
      Stage a[Shape::RESULTS_DOWN];
      Stage b[Shape::RESULTS_ACROSS];
      left.read(half, start, k, a);
      right.read(half, start, k, b);
#pragma unroll
      for (int i = 0; i < Shape::RESULTS_DOWN; i++) {
#pragma unroll
        for (int j = 0; j < Shape::RESULTS_ACROSS; j++) sums[i][j] = multiply_add(a[i], b[j], sums[i][j]);
      }
    };
    if (is_held && inner - start >= Shape::DEPTH) {
#pragma unroll 8
      for (int k = 0; k < Shape::DEPTH; k++) step(k);
    } else if (is_held) {
      // not a whole tile of zeros: 0 * NaN is NaN, and -0 + 0 is 0
#pragma unroll 1
      for (int k = 0; k < inner - start; k++) step(k);
    }
    half ^= is_held;
  }
}

template <typename Shape, typename Sum>
__device__ __forceinline__ void clear(Sum (&sums)[Shape::RESULTS_DOWN][Shape::RESULTS_ACROSS]) {
#pragma unroll
  for (int i = 0; i < Shape::RESULTS_DOWN; i++) {
#pragma unroll
    for (int j = 0; j < Shape::RESULTS_ACROSS; j++) sums[i][j] = 0;
  }
}

}  // namespace pelton
