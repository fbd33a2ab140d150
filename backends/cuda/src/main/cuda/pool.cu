// Pooling: one thread an output, which goes through its window in row-major order, padding left out.
#include "window.cuh"

namespace pelton {

struct Pooling {
  Window window;
  int divisor;          // 0 where a mean counts the elements that are no padding, 1 where there is none
  int is_column_major;  // the spatial axes are counted with the first varying fastest
  Divisor by_plane;     // outputs of a channel
};

// Where an output lies.
struct PooledPlace {
  int channel;  // of all images
  int place;    // in its plane
};

__device__ __forceinline__ PooledPlace pooled_place(const Pooling& pooling, long long index) {
  int place = static_cast<int>(index);
  int channel = divide(place, pooling.by_plane);
  return PooledPlace{channel, place};
}

template <typename T>
__device__ __forceinline__ const T* plane_of(const Pooling& pooling, const T* x, PooledPlace at) {
  return x + static_cast<long long>(at.channel) * pooling.window.input_plane();
}

// The lowest finite numbers.
template <typename T>
__device__ T lowest();
template <>
__device__ __forceinline__ float lowest<float>() {
  return -0x1.fffffep+127f;
}
template <>
__device__ __forceinline__ double lowest<double>() {
  return -0x1.fffffffffffffp+1023;
}
template <>
__device__ __forceinline__ f16 lowest<f16>() {
  return f16{0xfbff};
}
template <>
__device__ __forceinline__ bf16 lowest<bf16>() {
  return bf16{0xff7f};
}
template <>
__device__ __forceinline__ signed char lowest<signed char>() {
  return -128;
}
template <>
__device__ __forceinline__ unsigned char lowest<unsigned char>() {
  return 0;
}

// As Math.max: 0 is above -0. Neither is NaN.
template <typename W>
__device__ __forceinline__ W larger(W a, W b) {
  if (a == b) return 1 / a > 1 / b ? a : b;
  return a > b ? a : b;
}

template <typename T>
__device__ __forceinline__ void max_pool(const T* x, T* y, const Pooling& pooling, Extent outputs) {
  using wide = typename Wide<T>::type;
  long long index = thread_index();
  if (index >= count(outputs)) return;
  PooledPlace at = pooled_place(pooling, index);
  const T* plane = plane_of(pooling, x, at);
  bool is_found = false;
  wide largest = 0;
  visit_window(pooling.window, at.place, [&](int element, int) {
    wide value = Wide<T>::load(plane[element]);
    if (value != value) return;
    largest = is_found ? larger(largest, value) : value;
    is_found = true;
  });
  y[index] = is_found ? Wide<T>::store(largest) : lowest<T>();
}

template <typename T>
__device__ __forceinline__ void sum_pool(const T* x, T* y, const Pooling& pooling, Extent outputs) {
  using wide = typename Wide<T>::type;
  long long index = thread_index();
  if (index >= count(outputs)) return;
  PooledPlace at = pooled_place(pooling, index);
  const T* plane = plane_of(pooling, x, at);
  wide sum = 0;
  int elements = 0;
  visit_window(pooling.window, at.place, [&](int element, int) {
    sum += Wide<T>::load(plane[element]);
    elements++;
  });
  if (pooling.divisor != 1) sum /= static_cast<wide>(pooling.divisor == 0 ? elements : pooling.divisor);
  y[index] = Wide<T>::store(sum);
}

// The place of an element as indices count it.
__device__ __forceinline__ long long counted(const Pooling& pooling, int element) {
  if (pooling.is_column_major == 0) return element;
  const SpatialAxis* axes = pooling.window.axes;
  int inner = element % axes[2].length;
  int rest = element / axes[2].length;
  int middle = rest % axes[1].length;
  return (static_cast<long long>(inner) * axes[1].length + middle) * axes[0].length + rest / axes[1].length;
}

// The first of the largest and where it is; a number is larger than NaN.
template <typename T>
__device__ __forceinline__ void index_pool(const T* x, T* y, long long* indices, const Pooling& pooling, Extent outputs) {
  using wide = typename Wide<T>::type;
  long long index = thread_index();
  if (index >= count(outputs)) return;
  PooledPlace at = pooled_place(pooling, index);
  const T* plane = plane_of(pooling, x, at);
  int best = -1;
  wide largest = 0;
  visit_window(pooling.window, at.place, [&](int element, int) {
    wide value = Wide<T>::load(plane[element]);
    if (best < 0 || value > largest || (largest != largest && value == value)) {
      best = element;
      largest = value;
    }
  });
  y[index] = best >= 0 && largest == largest ? Wide<T>::store(largest) : lowest<T>();
  if (indices == nullptr) return;
  indices[index] = static_cast<long long>(at.channel) * pooling.window.input_plane() + counted(pooling, best < 0 ? 0 : best);
}

}  // namespace pelton

using namespace pelton;

#define INDEX_POOL(suffix, T)                                                                                        \
  PELTON_KERNEL(index_pool_##suffix, const T* x, T* y, long long* indices, Pooling pooling, Extent outputs) {        \
    index_pool<T>(x, y, indices, pooling, outputs);                                                                  \
  }

#define POOLS(suffix, T)                                                                                             \
  PELTON_KERNEL(max_pool_##suffix, const T* x, T* y, Pooling pooling, Extent outputs) {                              \
    max_pool<T>(x, y, pooling, outputs);                                                                             \
  }                                                                                                                  \
  PELTON_KERNEL(sum_pool_##suffix, const T* x, T* y, Pooling pooling, Extent outputs) {                              \
    sum_pool<T>(x, y, pooling, outputs);                                                                             \
  }                                                                                                                  \
  INDEX_POOL(suffix, T)

POOLS(f32, float)
POOLS(f64, double)
POOLS(f16, f16)
POOLS(bf16, bf16)
INDEX_POOL(i8, signed char)
INDEX_POOL(u8, unsigned char)
