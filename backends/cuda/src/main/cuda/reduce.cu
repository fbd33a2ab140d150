// Elements combined along axes: sums, means, products, extremes and their places, running sums, the first in an order, softmax.

#include "fold.cuh"
#include "order.cuh"
#include "topk.cuh"

namespace pelton {

// As ReduceKernel.java numbers them.
enum Reduction { SUM, MEAN, PRODUCT, MAXIMUM, MINIMUM };

// What the extreme of no elements is.
template <typename T>
struct Range;

#define PELTON_RANGE(element, lane, smallest, largest)                     \
  template <>                                                              \
  struct Range<element> {                                                  \
    static __device__ __forceinline__ lane least() { return smallest; }    \
    static __device__ __forceinline__ lane greatest() { return largest; }  \
  };

PELTON_RANGE(float, float, bits_to_float(0xff800000u), bits_to_float(0x7f800000u))
PELTON_RANGE(f16, float, bits_to_float(0xff800000u), bits_to_float(0x7f800000u))
PELTON_RANGE(bf16, float, bits_to_float(0xff800000u), bits_to_float(0x7f800000u))
PELTON_RANGE(double, double, -__longlong_as_double(0x7ff0000000000000ll), __longlong_as_double(0x7ff0000000000000ll))
PELTON_RANGE(long long, long long, -0x7fffffffffffffffll - 1, 0x7fffffffffffffffll)
PELTON_RANGE(int, long long, -0x80000000ll, 0x7fffffffll)
PELTON_RANGE(short, long long, -0x8000ll, 0x7fffll)
PELTON_RANGE(signed char, long long, -0x80ll, 0x7fll)
PELTON_RANGE(unsigned long long, unsigned long long, 0ull, ~0ull)
PELTON_RANGE(unsigned, long long, 0ll, 0xffffffffll)
PELTON_RANGE(unsigned short, long long, 0ll, 0xffffll)
PELTON_RANGE(unsigned char, long long, 0ll, 0xffll)

// A sum as wide as that of the plain kernels: 32 bits for integers below 64.
template <typename T, typename A>
__device__ __forceinline__ A wrapped(A sum) {
  return sum;
}

template <>
__device__ __forceinline__ long long wrapped<int, long long>(long long sum) {
  return static_cast<int>(sum);
}
template <>
__device__ __forceinline__ long long wrapped<short, long long>(long long sum) {
  return static_cast<int>(sum);
}
template <>
__device__ __forceinline__ long long wrapped<signed char, long long>(long long sum) {
  return static_cast<int>(sum);
}
template <>
__device__ __forceinline__ long long wrapped<unsigned, long long>(long long sum) {
  return static_cast<unsigned>(sum);
}
template <>
__device__ __forceinline__ long long wrapped<unsigned short, long long>(long long sum) {
  return static_cast<unsigned>(sum);
}
template <>
__device__ __forceinline__ long long wrapped<unsigned char, long long>(long long sum) {
  return static_cast<unsigned>(sum);
}

template <typename T, typename Operation, typename A>
__device__ __forceinline__ A reduce_run(const T* data, const View& folded, const Group& group, bool is_active,
                                        long long from, int length, A start, A* shared) {
  Line line(folded);
  auto at = [&](int i) { return Lane<T>::load(data[from + line.at(i)]); };
  A value = fold_lane<Operation>(group, start, is_active ? length : 0, at);
  return combine_lanes<Operation>(group, value, shared);
}

template <typename T, typename A>
__device__ __forceinline__ void reduce(const T* data, T* out, const View& kept, const View& folded, Extent results,
                                       int length, int reduction, int lanes, int is_across, A* shared) {
  Group group(lanes, is_across != 0);
  bool is_active = group.run < count(results);
  long long from = is_active ? place(kept, static_cast<unsigned>(group.run)) : 0;
  A result;
  switch (reduction) {
    case SUM:
    case MEAN:
      result = wrapped<T>(reduce_run<T, Add>(data, folded, group, is_active, from, length, static_cast<A>(0), shared));
      if (reduction == MEAN) result = result / static_cast<A>(length);
      break;
    case PRODUCT:
      result = reduce_run<T, Multiply>(data, folded, group, is_active, from, length, static_cast<A>(1), shared);
      break;
    case MAXIMUM:
      result = reduce_run<T, Larger>(data, folded, group, is_active, from, length, Range<T>::least(), shared);
      break;
    default:
      result = reduce_run<T, Smaller>(data, folded, group, is_active, from, length, Range<T>::greatest(), shared);
  }
  if (is_active && group.lane == 0) out[group.run] = Lane<T>::store(result);
}

// One run a thread, element after element.
template <typename Operation, typename T, typename A>
__device__ __forceinline__ void cumulate(const T* data, T* out, const View& kept, const View& folded, Extent runs,
                                         int length, int apart, A start, int is_exclusive, int is_reverse) {
  long long run = thread_index();
  if (run >= count(runs)) return;
  long long from = place(kept, static_cast<unsigned>(run));
  long long slab = run / apart;
  long long to = slab * length * apart + (run - slab * apart);
  long long stride = folded.rank == 0 ? 0 : folded.strides[0];
  A total = start;
  PELTON_ROLLED
  for (int n = 0; n < length; n++) {
    long long i = is_reverse ? length - 1 - n : n;
    A next = Operation::combine(total, Lane<T>::load(data[from + i * stride]));
    out[to + i * apart] = Lane<T>::store(is_exclusive ? total : next);
    total = next;
  }
}

template <typename T>
__device__ __forceinline__ void cumulate(const T* data, T* out, const View& kept, const View& folded, Extent runs,
                                         int length, int apart, int is_product, int is_exclusive, int is_reverse) {
  using A = typename Lane<T>::type;
  if (is_product) {
    cumulate<Multiply>(data, out, kept, folded, runs, length, apart, static_cast<A>(1), is_exclusive, is_reverse);
  } else {
    cumulate<Add>(data, out, kept, folded, runs, length, apart, static_cast<A>(0), is_exclusive, is_reverse);
  }
}

template <typename T, typename A>
__device__ __forceinline__ void softmax(const T* data, T* out, const View& kept, const View& folded, Extent runs,
                                        int length, int apart, A* shared) {
  Group group(PARTIAL_SUMS, apart > 1);
  bool is_active = group.run < count(runs);
  long long from = is_active ? place(kept, static_cast<unsigned>(group.run)) : 0;
  long long slab = group.run / apart;
  long long to = slab * length * apart + (group.run - slab * apart);
  Line line(folded);
  auto at = [&](int i) { return Lane<T>::load(data[from + line.at(i)]); };
  int active = is_active ? length : 0;
  A largest = combine_lanes<Larger>(group, fold_lane<Larger>(group, Range<T>::least(), active, at), shared);
  auto power = [&](int i) { return pelton::decay(largest - at(i)); };
  A sum = combine_lanes<Add>(group, fold_lane<Add>(group, static_cast<A>(0), active, power), shared);
  A share = static_cast<A>(1) / sum;
  PELTON_ROLLED
  for (int i = group.lane; i < active; i += group.lanes) {
    out[to + static_cast<long long>(i) * apart] = Lane<T>::store(power(i) * share);
  }
}

// An element and its place in its run.
struct Placed {
  unsigned long long order;
  int index;
};

__device__ __forceinline__ bool is_better(Placed a, Placed b, int selects_last) {
  if (a.order != b.order) return a.order > b.order;
  return selects_last ? a.index > b.index : a.index < b.index;
}

}  // namespace pelton

#define PELTON_REDUCTIONS(suffix, element)                                                                          \
  PELTON_KERNEL(reduce_##suffix, const element* data, element* out, PELTON_CONSTANT pelton::View kept, PELTON_CONSTANT pelton::View folded,         \
                pelton::Extent results, int length, int reduction, int lanes, int is_across) {                      \
    __shared__ pelton::Lane<element>::type shared[256];                                                             \
    pelton::reduce(data, out, kept, folded, results, length, reduction, lanes, is_across, shared);                  \
  }                                                                                                                 \
  PELTON_KERNEL(cumulate_##suffix, const element* data, element* out, PELTON_CONSTANT pelton::View kept, PELTON_CONSTANT pelton::View folded,       \
                pelton::Extent runs, int length, int apart, int is_product, int is_exclusive, int is_reverse) {     \
    pelton::cumulate(data, out, kept, folded, runs, length, apart, is_product, is_exclusive, is_reverse);           \
  }

PELTON_REDUCTIONS(f32, float)
PELTON_REDUCTIONS(f16, pelton::f16)
PELTON_REDUCTIONS(bf16, pelton::bf16)
PELTON_REDUCTIONS(f64, double)
PELTON_REDUCTIONS(i64, long long)
PELTON_REDUCTIONS(i32, int)
PELTON_REDUCTIONS(i16, short)
PELTON_REDUCTIONS(i8, signed char)
PELTON_REDUCTIONS(u64, unsigned long long)
PELTON_REDUCTIONS(u32, unsigned)
PELTON_REDUCTIONS(u16, unsigned short)
PELTON_REDUCTIONS(u8, unsigned char)

#define PELTON_SOFTMAX(suffix, element)                                                                             \
  PELTON_KERNEL(softmax_##suffix, const element* data, element* out, PELTON_CONSTANT pelton::View kept, PELTON_CONSTANT pelton::View folded,        \
                pelton::Extent runs, int length, int apart) {                                                       \
    __shared__ pelton::Lane<element>::type shared[256];                                                             \
    pelton::softmax(data, out, kept, folded, runs, length, apart, shared);                                          \
  }

PELTON_SOFTMAX(f32, float)
PELTON_SOFTMAX(f16, pelton::f16)
PELTON_SOFTMAX(bf16, pelton::bf16)
PELTON_SOFTMAX(f64, double)

PELTON_KERNEL(arg_max, const void* data, long long* out, PELTON_CONSTANT pelton::View kept, PELTON_CONSTANT pelton::View folded, pelton::Extent results,
              int type, int length, int selects_last, int lanes, int is_across) {
  __shared__ pelton::Placed shared[256];
  pelton::Group group(lanes, is_across != 0);
  bool is_active = group.run < pelton::count(results);
  pelton::Placed best{0, selects_last ? -1 : 0x7fffffff};
  if (is_active) {
    long long from = pelton::place(kept, static_cast<unsigned>(group.run));
    long long stride = folded.rank == 0 ? 0 : folded.strides[0];
    PELTON_ROLLED
    for (int i = group.lane; i < length; i += lanes) {
      pelton::Placed next{pelton::order_at(data, type, from + i * stride), i};
      if (pelton::is_better(next, best, selects_last)) best = next;
    }
  }
  int at = group.slot + group.lane;
  shared[at] = best;
  PELTON_ROLLED
  for (int half = lanes / 2; half > 0; half /= 2) {
    __syncthreads();
    if (group.lane < half && pelton::is_better(shared[at + half], shared[at], selects_last)) {
      shared[at] = shared[at + half];
    }
  }
  if (is_active && group.lane == 0) out[group.run] = shared[at].index;
}

#define PELTON_SELECTION                                                                                             \
  const void *data, void *values, long long *indices, int type, int is_largest, int is_sorted, int length, int count, \
      int apart, PELTON_CONSTANT pelton::View kept, PELTON_CONSTANT pelton::View folded, pelton::Extent runs

PELTON_KERNEL(top_k_by_rank, PELTON_SELECTION) {
  __shared__ unsigned long long orders[256];
  __shared__ int selected[256];
  pelton::Selection selection{data, values, indices, type, is_largest, is_sorted, length, count, apart};
  pelton::select_by_rank(selection, kept, folded, pelton::count(runs), orders, selected);
}

PELTON_KERNEL(top_k_by_digits, PELTON_SELECTION) {
  __shared__ unsigned long long sums[256];
  __shared__ int counts[256];
  __shared__ pelton::Threshold threshold;
  if (blockIdx.x >= pelton::count(runs)) return;
  pelton::Selection selection{data, values, indices, type, is_largest, is_sorted, length, count, apart};
  pelton::select_by_digits(selection, kept, folded, sums, counts, &threshold);
}
