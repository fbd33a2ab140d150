// Normalization by given statistics of every channel; each step is rounded as if it were a node. A thread has four neighbours.
#include "four.cuh"
#include "narrowing.cuh"
#include "window.cuh"

namespace pelton {

struct Channels {
  Divisor by_inner;  // elements of a channel of an image
  Divisor by_channels;
};

template <typename T>
struct Channel {
  using wide = typename Wide<T>::type;
  wide scale;
  wide bias;
  wide mean;
  wide deviation;

  static __device__ __forceinline__ wide round(wide value) { return Wide<T>::load(Wide<T>::store(value)); }
  static __device__ __forceinline__ float root(float value) { return sqrtf(value); }
  static __device__ __forceinline__ double root(double value) { return sqrt(value); }

  __device__ __forceinline__ void read(
      int at, const T* scales, const T* biases, const T* means, const T* variances, wide epsilon) {
    scale = Wide<T>::load(scales[at]);
    bias = Wide<T>::load(biases[at]);
    mean = Wide<T>::load(means[at]);
    deviation = round(root(round(Wide<T>::load(variances[at]) + epsilon)));
  }

  __device__ __forceinline__ T normal(T x) const {
    wide centred = round(Wide<T>::load(x) - mean);
    return Wide<T>::store(round(round(centred / deviation) * scale) + bias);
  }
};

template <typename T>
__device__ __forceinline__ void normalize(
    const T* x, const T* scale, const T* bias, const T* mean, const T* variance, T* y, double epsilon,
    const Channels& channels, Extent elements) {
  using wide = typename Wide<T>::type;
  if (thread_index() * 4 >= count(elements)) return;
  int first = static_cast<int>(thread_index() * 4);
  int end = static_cast<int>(count(elements));
  wide rounded = Wide<T>::load(Narrow<T>::store(epsilon));
  Channel<T> channel;
  int last = -1;
  Four<T> values;
  bool is_whole = end - first >= 4 && is_aligned(x + first) && is_aligned(y + first);
  if (is_whole) values = *reinterpret_cast<const Four<T>*>(x + first);
#pragma unroll
  for (int i = 0; i < 4; i++) {
    if (first + i >= end) break;
    int outer = quotient(first + i, channels.by_inner);
    int at = outer - quotient(outer, channels.by_channels) * static_cast<int>(channels.by_channels.by);
    if (at != last) channel.read(at, scale, bias, mean, variance, rounded);
    last = at;
    values.of[i] = channel.normal(is_whole ? values.of[i] : x[first + i]);
    if (!is_whole) y[first + i] = values.of[i];
  }
  if (is_whole) *reinterpret_cast<Four<T>*>(y + first) = values;
}

}  // namespace pelton

using namespace pelton;

#define BATCH_NORM(suffix, T)                                                                                        \
  PELTON_KERNEL(batch_norm_##suffix, const T* x, const T* scale, const T* bias, const T* mean, const T* variance,    \
                T* y, double epsilon, Channels channels, Extent elements) {                                          \
    normalize<T>(x, scale, bias, mean, variance, y, epsilon, channels, elements);                                    \
  }

BATCH_NORM(f32, float)
BATCH_NORM(f64, double)
BATCH_NORM(f16, f16)
BATCH_NORM(bf16, bf16)
