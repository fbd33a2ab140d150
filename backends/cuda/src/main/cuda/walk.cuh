// How elementwise kernels go through operands: packs of neighbours where all lie without gaps, single elements where they do not.
#pragma once

#include "pelton.cuh"

namespace pelton {

// Neighbours that are moved at once, in pieces of up to 16 bytes.
template <typename T, int N>
struct alignas(sizeof(T) * N < 16 ? sizeof(T) * N : 16) Pack {
  T of[N];
};

template <int N, typename T>
__device__ __forceinline__ bool is_aligned(const T* address) {
  return reinterpret_cast<unsigned long long>(address) % alignof(Pack<T, N>) == 0;
}

// Some neighbours of an operand, or its only element repeated.
template <int N, typename T>
struct Neighbours {
  const T* from;
  bool is_single;

  __device__ __forceinline__ bool is_aligned() const { return is_single || pelton::is_aligned<N>(from); }

  __device__ __forceinline__ Pack<T, N> pack(long long at) const {
    if (!is_single) return *reinterpret_cast<const Pack<T, N>*>(from + at);
    Pack<T, N> repeated;
    T element = *from;
    for (int i = 0; i < N; i++) repeated.of[i] = element;
    return repeated;
  }

  __device__ __forceinline__ Pack<T, 1> one(long long at) const { return Pack<T, 1>{{from[is_single ? 0 : at]}}; }
};

// A thread's share of a flat index space: N neighbours, or as many elements a block apart where some operand is not aligned.
template <int N>
struct Share {
  bool is_pack;
  long long first;
  long long step;
  long long end;

  __device__ __forceinline__ Share(Extent extent, bool are_aligned) {
    end = count(extent);
    first = thread_index() * N;
    step = 1;
    is_pack = are_aligned && first + N <= end;
    if (!are_aligned) {
      first = static_cast<long long>(blockIdx.x) * blockDim.x * N + threadIdx.x;
      step = blockDim.x;
    }
  }
};

// y = f(x) of N neighbours a thread; f is given packs of N or of 1.
template <int N, typename T, typename U, typename F>
__device__ __forceinline__ void map_flat(const T* x, U* y, Extent extent, F f) {
  Neighbours<N, T> xs{x, false};
  Share<N> share(extent, xs.is_aligned() && is_aligned<N>(y));
  if (share.is_pack) {
    Pack<U, N> result;
    f(xs.pack(share.first), result);
    *reinterpret_cast<Pack<U, N>*>(y + share.first) = result;
    return;
  }
  PELTON_ROLLED
  for (int n = 0; n < N; n++) {
    long long i = share.first + n * share.step;
    if (i >= share.end) return;
    Pack<U, 1> result;
    f(xs.one(i), result);
    y[i] = result.of[0];
  }
}

// z = f(x, y) of N neighbours a thread, where bit 0 of single says that x has one element, bit 1 that y has.
template <int N, typename T, typename U, typename F>
__device__ __forceinline__ void zip_flat(const T* x, const T* y, U* z, Extent extent, int single, F f) {
  Neighbours<N, T> xs{x, (single & 1) != 0};
  Neighbours<N, T> ys{y, (single & 2) != 0};
  Share<N> share(extent, xs.is_aligned() && ys.is_aligned() && is_aligned<N>(z));
  if (share.is_pack) {
    Pack<U, N> result;
    f(xs.pack(share.first), ys.pack(share.first), result);
    *reinterpret_cast<Pack<U, N>*>(z + share.first) = result;
    return;
  }
  PELTON_ROLLED
  for (int n = 0; n < N; n++) {
    long long i = share.first + n * share.step;
    if (i >= share.end) return;
    Pack<U, 1> result;
    f(xs.one(i), ys.one(i), result);
    z[i] = result.of[0];
  }
}

// Lengths or strides where the number of axes is known when the kernel is compiled.
template <int RANK>
struct Steps {
  long long of[RANK];
};

// An operand's strides along the axes of an index space, and its element that is being looked for.
template <typename A>
struct Path {
  const A* strides;
  long long at;
};

// Finds an element of each operand. Divides 32-bit numbers where the index is one.
template <typename Index, typename A, int N>
__device__ __forceinline__ void locate(Index index, int rank, const A& dims, Path<A> (&paths)[N]) {
  for (int axis = rank - 1; axis > 0; axis--) {
    Index length = static_cast<Index>(dims.of[axis]);
    Index outer = index / length;
    long long inner = static_cast<long long>(index - outer * length);
    for (int n = 0; n < N; n++) paths[n].at += inner * paths[n].strides->of[axis];
    index = outer;
  }
  for (int n = 0; n < N; n++) paths[n].at += static_cast<long long>(index) * paths[n].strides->of[0];
}

template <typename A, int N>
__device__ __forceinline__ void find(long long index, int rank, const A& dims, Path<A> (&paths)[N]) {
  if (index <= 0xffffffffLL) {
    locate(static_cast<unsigned>(index), rank, dims, paths);
  } else {
    locate(static_cast<unsigned long long>(index), rank, dims, paths);
  }
}

// The element of one operand that belongs to element i of the output.
template <typename T>
__device__ __forceinline__ Pack<T, 1> element(const T* x, long long i, int rank, const Axes& dims, const Axes& strides) {
  Path<Axes> paths[1] = {{&strides, 0}};
  find(i, rank, dims, paths);
  return Pack<T, 1>{{x[paths[0].at]}};
}

// y = f(x) of one element a thread.
template <typename T, typename U, typename F>
__device__ __forceinline__ void map_strided(const T* x, U* y, Extent extent, int rank, const Axes& dims, const Axes& xs, F f) {
  long long i = thread_index();
  if (i >= count(extent)) return;
  Pack<U, 1> result;
  f(element(x, i, rank, dims, xs), result);
  y[i] = result.of[0];
}

// z = f(x, y) of one element a thread.
template <typename T, typename U, typename F>
__device__ __forceinline__ void zip_strided(const T* x, const T* y, U* z, Extent extent, int rank, const Axes& dims, const Axes& xs,
                                            const Axes& ys, F f) {
  long long i = thread_index();
  if (i >= count(extent)) return;
  Path<Axes> paths[2] = {{&xs, 0}, {&ys, 0}};
  find(i, rank, dims, paths);
  Pack<U, 1> result;
  f(Pack<T, 1>{{x[paths[0].at]}}, Pack<T, 1>{{y[paths[1].at]}}, result);
  z[i] = result.of[0];
}

// How many elements a thread takes, as in Elements.java: 16 bytes of most; of short ones fewer, so that code stays short, of long ones
// more, so that what goes with them is not too short.
template <typename T>
constexpr int NEIGHBOURS = sizeof(T) < 4 ? 8 : 4;

// Unsigned integers of the width in which C computes those of a type, so that what overflows wraps.
template <typename T, bool IS_WIDE = (sizeof(T) > 4)>
struct Wrapping {
  using type = unsigned;
};

template <typename T>
struct Wrapping<T, true> {
  using type = unsigned long long;
};

}  // namespace pelton
