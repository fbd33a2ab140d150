// Convolution of what lies at shifted places. A thread samples for one output place what several kernels meet there. Sums are in double
// precision, over the channels of the group, then the elements of the kernel, and rounded once with the bias.
#include "bilinear.cuh"
#include "narrowing.cuh"
#include "window.cuh"

namespace pelton {

constexpr int KERNELS_PER_THREAD = 8;

// The window has a first axis of length 1.
struct Deforming {
  Window window;
  int groups;
  int channels;  // of one group
  int kernels;   // of one group
  int chunks;    // of kernels of one group, each for one thread
  int offset_groups;
  int has_bias;
  int has_mask;
  int unused;
  Divisor by_places;
  Divisor by_chunks;
  Divisor by_groups;
  Divisor by_offset_channels;  // channels that share offsets
};

template <typename T>
__device__ __forceinline__ void convolve_deformed(
    const T* x, const T* w, const T* offsets, const T* bias, const T* mask, T* y, const Deforming& d, Extent threads) {
  long long index = thread_index();
  if (index >= count(threads)) return;
  int place = static_cast<int>(index);
  int chunk = divide(place, d.by_places);
  int group = divide(chunk, d.by_chunks);
  long long image = divide(group, d.by_groups);
  int places = static_cast<int>(d.by_places.by);
  int size = d.window.kernel_size();
  int first_kernel = chunk * KERNELS_PER_THREAD;
  Place first = first_place(d.window, place);
  double sums[KERNELS_PER_THREAD] = {};
  const T* field = offsets + image * 2 * d.offset_groups * size * places + place;
  const T* factors = d.has_mask != 0 ? mask + image * d.offset_groups * size * places + place : nullptr;
  const T* plane = x + (image * d.groups + group) * d.channels * d.window.input_plane();
  for (int channel = 0; channel < d.channels; channel++) {
    int offset_group = quotient(group * d.channels + channel, d.by_offset_channels);
    for (int element = 0; element < size; element++) {
      int a = element / d.window.axes[2].kernel;
      int b = element - a * d.window.axes[2].kernel;
      long long at = static_cast<long long>(offset_group) * size + element;
      double down = Narrow<T>::load(field[2 * at * places]);
      double across = Narrow<T>::load(field[(2 * at + 1) * places]);
      Neighbours neighbours(
          first.of[1] + a * d.window.axes[1].dilation + down, first.of[2] + b * d.window.axes[2].dilation + across);
      double sample = neighbours.sum(plane, d.window.axes[1].length, d.window.axes[2].length);
      if (factors != nullptr) sample *= Narrow<T>::load(factors[at * places]);
#pragma unroll
      for (int k = 0; k < KERNELS_PER_THREAD; k++) {
        if (first_kernel + k >= d.kernels) break;
        long long kernel = group * d.kernels + first_kernel + k;
        double weight = Narrow<T>::load(w[(kernel * d.channels + channel) * size + element]);
        sums[k] = fma(weight, sample, sums[k]);
      }
    }
    plane += d.window.input_plane();
  }
#pragma unroll
  for (int k = 0; k < KERNELS_PER_THREAD; k++) {
    if (first_kernel + k >= d.kernels) break;
    int kernel = group * d.kernels + first_kernel + k;
    double sum = d.has_bias != 0 ? sums[k] + Narrow<T>::load(bias[kernel]) : sums[k];
    y[(image * d.groups * d.kernels + kernel) * places + place] = Narrow<T>::store(sum);
  }
}

}  // namespace pelton

using namespace pelton;

#define DEFORM_CONV(suffix, T)                                                                                       \
  PELTON_KERNEL(deform_conv_##suffix, const T* x, const T* w, const T* offsets, const T* bias, const T* mask, T* y,  \
                PELTON_CONSTANT Deforming deforming, Extent threads) {                                               \
    convolve_deformed<T>(x, w, offsets, bias, mask, y, deforming, threads);                                          \
  }

DEFORM_CONV(f32, float)
DEFORM_CONV(f64, double)
DEFORM_CONV(f16, f16)
DEFORM_CONV(bf16, bf16)
