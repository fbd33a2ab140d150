// Elements that are chosen, held between bounds, or moved as they are.
#include "walk.cuh"

namespace {

using namespace pelton;

template <int N, typename T>
__device__ __forceinline__ Pack<T, N> choose(const Pack<unsigned char, N>& condition, const Pack<T, N>& x, const Pack<T, N>& y) {
  Pack<T, N> chosen;
  for (int i = 0; i < N; i++) chosen.of[i] = condition.of[i] != 0 ? x.of[i] : y.of[i];
  return chosen;
}

// Bits 0, 1 and 2 of single say which operands have one element.
template <int N, typename T>
__device__ __forceinline__ void where_flat(const unsigned char* condition, const T* x, const T* y, T* z, Extent extent, int single) {
  Neighbours<N, unsigned char> conditions{condition, (single & 1) != 0};
  Neighbours<N, T> xs{x, (single & 2) != 0};
  Neighbours<N, T> ys{y, (single & 4) != 0};
  Share<N> share(extent, conditions.is_aligned() && xs.is_aligned() && ys.is_aligned() && is_aligned<N>(z));
  if (share.is_pack) {
    *reinterpret_cast<Pack<T, N>*>(z + share.first) =
        choose(conditions.pack(share.first), xs.pack(share.first), ys.pack(share.first));
    return;
  }
  PELTON_ROLLED
  for (int n = 0; n < N; n++) {
    long long i = share.first + n * share.step;
    if (i >= share.end) return;
    z[i] = choose(conditions.one(i), xs.one(i), ys.one(i)).of[0];
  }
}

struct Same {
  template <typename T, int N>
  __device__ __forceinline__ void operator()(const Pack<T, N>& x, Pack<T, N>& y) const {
    y = x;
  }
};

// NaN stays NaN; a bound that is NaN or absent holds nothing back. Where low is above high, high wins.
template <typename T>
struct Between {
  using W = typename Wide<T>::type;

  bool has_low;
  bool has_high;
  T low;
  T high;

  __device__ __forceinline__ Between(const T* low, const T* high) : has_low(low != nullptr), has_high(high != nullptr) {
    if (has_low) this->low = *low;
    if (has_high) this->high = *high;
  }

  template <int N>
  __device__ __forceinline__ void operator()(const Pack<T, N>& x, Pack<T, N>& y) const {
    for (int i = 0; i < N; i++) {
      T value = x.of[i];
      if (has_low && Wide<T>::load(value) < Wide<T>::load(low)) value = low;
      if (has_high && Wide<T>::load(value) > Wide<T>::load(high)) value = high;
      y.of[i] = value;
    }
  }
};

}  // namespace

#define PELTON_MOVES(bits, T)                                                                                              \
  PELTON_KERNEL(where_##bits, const unsigned char* condition, const T* x, const T* y, T* z, Extent extent, int single) {   \
    where_flat<NEIGHBOURS<T>>(condition, x, y, z, extent, single);                                                         \
  }                                                                                                                        \
  PELTON_KERNEL(where_strided_##bits, const unsigned char* condition, const T* x, const T* y, T* z, Extent extent,         \
                int rank, PELTON_CONSTANT Axes dims, PELTON_CONSTANT Axes conditions, PELTON_CONSTANT Axes xs,             \
                PELTON_CONSTANT Axes ys) {                                                                                 \
    long long i = thread_index();                                                                                          \
    if (i >= count(extent)) return;                                                                                        \
    Path<Axes> paths[3] = {{&conditions, 0}, {&xs, 0}, {&ys, 0}};                                                                \
    find(i, rank, dims, paths);                                                                                            \
    z[i] = condition[paths[0].at] != 0 ? x[paths[1].at] : y[paths[2].at];                                                  \
  }                                                                                                                        \
  PELTON_KERNEL(same_##bits, const T* x, T* y, Extent extent) {                                                            \
    map_flat<NEIGHBOURS<T>>(x, y, extent, Same{});                                                                         \
  }                                                                                                                        \
  PELTON_KERNEL(same_strided_##bits, const T* x, T* y, Extent extent, int rank, PELTON_CONSTANT Axes dims,                 \
                PELTON_CONSTANT Axes xs) {                                                                                 \
    map_strided(x, y, extent, rank, dims, xs, Same{});                                                                     \
  }

#define PELTON_CLIP(name, T)                                                                                              \
  PELTON_KERNEL(clip_##name, const T* x, const T* low, const T* high, T* y, Extent extent) {                              \
    map_flat<NEIGHBOURS<T>>(x, y, extent, Between<T>(low, high));                                                         \
  }                                                                                                                       \
  PELTON_KERNEL(clip_strided_##name, const T* x, const T* low, const T* high, T* y, Extent extent, int rank,              \
                PELTON_CONSTANT Axes dims, PELTON_CONSTANT Axes xs) {                                                     \
    map_strided(x, y, extent, rank, dims, xs, Between<T>(low, high));                                                     \
  }

PELTON_MOVES(8, unsigned char)
PELTON_MOVES(16, unsigned short)
PELTON_MOVES(32, unsigned)
PELTON_MOVES(64, unsigned long long)

PELTON_CLIP(f64, double)
PELTON_CLIP(f32, float)
PELTON_CLIP(f16, f16)
PELTON_CLIP(bf16, bf16)
PELTON_CLIP(i64, long long)
PELTON_CLIP(i32, int)
PELTON_CLIP(i16, short)
PELTON_CLIP(i8, signed char)
PELTON_CLIP(u64, unsigned long long)
PELTON_CLIP(u32, unsigned)
PELTON_CLIP(u16, unsigned short)
PELTON_CLIP(u8, unsigned char)
