// What spreads elements over an output, seen from the output: a thread gathers what is spread to an element, in row-major order of the
// kernel's elements.
#include "narrowing.cuh"
#include "window.cuh"

namespace pelton {

// Lengths of a convolution that goes from the output to x.
struct Spreading {
  Window window;
  Divisor by_stride[3];
  Divisor by_length[3];  // the last two axes of the output, then all of its plane
  int groups;
  int channels;  // of x in one group
  int kernels;   // channels of the output in one group
  int has_bias;
  Divisor by_chunks;  // of the channels of the output in one group, each for one thread
  Divisor by_groups;
};

// The place of the kernel along an axis whose element `at` lies on the output's element; -1 where there is none.
__device__ __forceinline__ int place_along(const SpatialAxis& axis, Divisor by_stride, int element, int at) {
  int distance = element + axis.pad - at * axis.dilation;
  if (distance < 0) return -1;
  int place = divide(distance, by_stride);
  return distance == 0 && place < axis.outputs ? place : -1;
}

// Calls visit(place in a plane of x, element of the kernel) for all that is spread to an element of the output's plane.
template <typename Visit>
__device__ __forceinline__ void visit_spread(const Spreading& spreading, int element, Visit visit) {
  const SpatialAxis* axes = spreading.window.axes;
  int rest = quotient(element, spreading.by_length[1]);
  int inner = element - rest * axes[2].length;
  int outer = quotient(rest, spreading.by_length[0]);
  int middle = rest - outer * axes[1].length;
  int at = 0;
  for (int a = 0; a < axes[0].kernel; a++) {
    int place_a = place_along(axes[0], spreading.by_stride[0], outer, a);
    for (int b = 0; b < axes[1].kernel; b++, at += axes[2].kernel) {
      int place_b = place_a < 0 ? -1 : place_along(axes[1], spreading.by_stride[1], middle, b);
      if (place_b < 0) continue;
      int row = (place_a * axes[1].outputs + place_b) * axes[2].outputs;
      for (int c = 0; c < axes[2].kernel; c++) {
        int place_c = place_along(axes[2], spreading.by_stride[2], inner, c);
        if (place_c >= 0) visit(row + place_c, at + c);
      }
    }
  }
}

__device__ __forceinline__ float multiply_add(float x, float y, float sum) { return fmaf(x, y, sum); }
__device__ __forceinline__ double multiply_add(double x, double y, double sum) { return fma(x, y, sum); }

constexpr int KERNELS_PER_THREAD = 4;

// One thread a place in several channels of the output. Sums and bias are as wide as products are computed, and rounded once.
template <typename T>
__device__ __forceinline__ void convolve_transposed(
    const T* x, const T* w, const T* bias, T* y, const Spreading& spreading, Extent threads) {
  using wide = typename Wide<T>::type;
  long long index = thread_index();
  if (index >= count(threads)) return;
  int element = static_cast<int>(index);
  int chunk = divide(element, spreading.by_length[2]);
  int group = divide(chunk, spreading.by_chunks);
  int kernel = chunk * KERNELS_PER_THREAD;
  int group_of_w = group - quotient(group, spreading.by_groups) * spreading.groups;
  int plane = spreading.window.output_plane();
  int size = spreading.window.kernel_size();
  const T* planes = x + static_cast<long long>(group) * spreading.channels * plane;
  const T* weights = w + (static_cast<long long>(group_of_w) * spreading.channels * spreading.kernels + kernel) * size;
  // Those that are too many read what the first one reads.
  int offset[KERNELS_PER_THREAD];
#pragma unroll
  for (int k = 0; k < KERNELS_PER_THREAD; k++) offset[k] = kernel + k < spreading.kernels ? k * size : 0;
  wide sums[KERNELS_PER_THREAD] = {};
  for (int channel = 0; channel < spreading.channels; channel++) {
    visit_spread(spreading, element, [&](int place, int at) {
      wide value = Wide<T>::load(planes[place]);
#pragma unroll
      for (int k = 0; k < KERNELS_PER_THREAD; k++) {
        sums[k] = multiply_add(Wide<T>::load(weights[at + offset[k]]), value, sums[k]);
      }
    });
    planes += plane;
    weights += static_cast<long long>(spreading.kernels) * size;
  }
#pragma unroll
  for (int k = 0; k < KERNELS_PER_THREAD; k++) {
    if (kernel + k >= spreading.kernels) break;
    if (spreading.has_bias != 0) sums[k] += Wide<T>::load(bias[group_of_w * spreading.kernels + kernel + k]);
    long long channel = static_cast<long long>(group) * spreading.kernels + kernel + k;
    y[channel * static_cast<int>(spreading.by_length[2].by) + element] = Wide<T>::store(sums[k]);
  }
}

// How columns are summed: floats in double precision, integers modulo their width.
template <typename T>
struct Column {
  using wide = unsigned long long;
  static __device__ __forceinline__ wide load(T value) { return value; }
  static __device__ __forceinline__ T store(wide value) { return static_cast<T>(value); }
};

template <typename T>
struct FloatColumn : Narrow<T> {
  using wide = double;
};

template <>
struct Column<float> : FloatColumn<float> {};
template <>
struct Column<double> : FloatColumn<double> {};
template <>
struct Column<f16> : FloatColumn<f16> {};
template <>
struct Column<bf16> : FloatColumn<bf16> {};

template <typename T>
__device__ __forceinline__ void spread_columns(const T* x, T* y, const Spreading& spreading, Extent outputs) {
  long long index = thread_index();
  if (index >= count(outputs)) return;
  int element = static_cast<int>(index);
  int channel = divide(element, spreading.by_length[2]);
  int places = spreading.window.output_plane();
  const T* columns = x + static_cast<long long>(channel) * spreading.window.kernel_size() * places;
  typename Column<T>::wide sum = 0;
  visit_spread(spreading, element, [&](int place, int at) {
    sum += Column<T>::load(columns[static_cast<long long>(at) * places + place]);
  });
  y[index] = Column<T>::store(sum);
}

}  // namespace pelton

using namespace pelton;

#define COLUMNS_TO_IMAGE(suffix, T)                                                                                  \
  PELTON_KERNEL(columns_to_image_##suffix, const T* x, T* y, Spreading spreading, Extent outputs) {                  \
    spread_columns<T>(x, y, spreading, outputs);                                                                     \
  }

#define SPREADING(suffix, T)                                                                                         \
  PELTON_KERNEL(conv_transpose_##suffix, const T* x, const T* w, const T* bias, T* y, Spreading spreading,           \
                Extent threads) {                                                                                    \
    convolve_transposed<T>(x, w, bias, y, spreading, threads);                                                       \
  }                                                                                                                  \
  COLUMNS_TO_IMAGE(suffix, T)

SPREADING(f32, float)
SPREADING(f64, double)
SPREADING(f16, f16)
SPREADING(bf16, bf16)
COLUMNS_TO_IMAGE(b8, unsigned char)
COLUMNS_TO_IMAGE(b16, unsigned short)
COLUMNS_TO_IMAGE(b32, unsigned)
COLUMNS_TO_IMAGE(b64, unsigned long long)
