// How tensors fall into runs of elements that are combined, and the one order in which a group of threads combines a run.
#pragma once

#include "math.cuh"

namespace pelton {

// Axes as they lie, neighbours that are one axis merged; see View.java.
struct View {
  long long rank;
  long long dims[MAX_AXES];
  long long strides[MAX_AXES];
};

// Where the element of an index in row-major order lies. Kernels that ask have their views as PELTON_CONSTANT.
PELTON_FUNCTION long long place(const View& view, unsigned index) {
  int rank = static_cast<int>(view.rank);
  if (rank == 0) return 0;
  long long at = 0;
  unsigned rest = index;
  PELTON_ROLLED
  for (int axis = rank - 1; axis > 0; axis--) {
    unsigned dim = static_cast<unsigned>(view.dims[axis]);
    unsigned next = rest / dim;
    at += static_cast<long long>(rest - next * dim) * view.strides[axis];
    rest = next;
  }
  return at + static_cast<long long>(rest) * view.strides[0];
}

// Where the elements of a run lie; mostly along one axis.
struct Line {
  const View& view;
  long long stride;
  bool is_straight;

  __device__ __forceinline__ explicit Line(const View& view)
      : view(view), stride(view.rank == 1 ? view.strides[0] : 0), is_straight(view.rank <= 1) {}

  __device__ __forceinline__ long long at(int index) const {
    return is_straight ? index * stride : place(view, static_cast<unsigned>(index));
  }
};

// What elements of a type are combined in: 64 bits for integers, float32 for 16-bit floats.
template <typename T>
struct Lane {
  using type = long long;
  static __device__ __forceinline__ type load(T value) { return static_cast<type>(value); }
  static __device__ __forceinline__ T store(type value) { return static_cast<T>(value); }
};

template <>
struct Lane<unsigned long long> {
  using type = unsigned long long;
  static __device__ __forceinline__ type load(type value) { return value; }
  static __device__ __forceinline__ type store(type value) { return value; }
};

template <>
struct Lane<float> : Wide<float> {};

template <>
struct Lane<double> : Wide<double> {};

template <>
struct Lane<f16> : Wide<f16> {};

template <>
struct Lane<bf16> : Wide<bf16> {};

struct Add {
  template <typename A>
  static __device__ __forceinline__ A combine(A a, A b) {
    return a + b;
  }
  // Wraps.
  static __device__ __forceinline__ long long combine(long long a, long long b) {
    return static_cast<long long>(static_cast<unsigned long long>(a) + static_cast<unsigned long long>(b));
  }
};

struct Multiply {
  template <typename A>
  static __device__ __forceinline__ A combine(A a, A b) {
    return a * b;
  }
  // Wraps.
  static __device__ __forceinline__ long long combine(long long a, long long b) {
    return static_cast<long long>(static_cast<unsigned long long>(a) * static_cast<unsigned long long>(b));
  }
};

struct Larger {
  template <typename A>
  static __device__ __forceinline__ A combine(A a, A b) {
    return maximum(a, b);
  }
};

struct Smaller {
  template <typename A>
  static __device__ __forceinline__ A combine(A a, A b) {
    return minimum(a, b);
  }
};

// A block's threads in groups, one for each run. The threads of a group are neighbours where the elements of a run are, and threads of
// neighbouring runs are where these lie side by side.
struct Group {
  int lanes;
  int lane;
  int slot;       // of the group's first value in shared memory
  long long run;  // that the group combines

  // lanes: a power of two that divides the threads of a block.
  __device__ __forceinline__ Group(int lanes, bool is_across) : lanes(lanes) {
    int thread = static_cast<int>(threadIdx.x);
    int groups = static_cast<int>(blockDim.x) / lanes;
    int group = is_across ? thread % groups : thread / lanes;
    lane = is_across ? thread / groups : thread % lanes;
    slot = group * lanes;
    run = static_cast<long long>(blockIdx.x) * groups + group;
  }
};

// Combines the values of a group's lanes: lane p takes p + lanes / 2, and so on. All threads of the block take part; shared holds a value for
// each of them, and may be written again once all have the result.
template <typename Operation, typename A>
__device__ __forceinline__ A combine_lanes(const Group& group, A value, A* shared) {
  __syncthreads();
  shared[group.slot + group.lane] = value;
  PELTON_ROLLED
  for (int half = group.lanes / 2; half > 0; half /= 2) {
    __syncthreads();
    if (group.lane < half) {
      int at = group.slot + group.lane;
      shared[at] = Operation::combine(shared[at], shared[at + half]);
    }
  }
  __syncthreads();
  return shared[group.slot];
}

// Folds value(i) for every lanes-th i from the lane on. Four values are read before they are combined, so that reads overlap.
template <typename Operation, typename A, typename Value>
__device__ __forceinline__ A fold_lane(const Group& group, A start, int length, Value value) {
  A total = start;
  int i = group.lane;
  int step = group.lanes;
  PELTON_ROLLED
  for (; i < length - 3 * step; i += 4 * step) {
    A a = value(i);
    A b = value(i + step);
    A c = value(i + 2 * step);
    A d = value(i + 3 * step);
    total = Operation::combine(total, a);
    total = Operation::combine(total, b);
    total = Operation::combine(total, c);
    total = Operation::combine(total, d);
  }
  PELTON_ROLLED
  for (; i < length; i += step) total = Operation::combine(total, value(i));
  return total;
}

}  // namespace pelton
