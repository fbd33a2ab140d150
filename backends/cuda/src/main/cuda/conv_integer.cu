// Convolution of bytes less zero points, summed exactly in integers that wrap. A thread sums what several kernels meet at one place.
#include "steps.cuh"
#include "window.cuh"

namespace pelton {

constexpr int KERNELS_PER_THREAD = 4;

struct ByteConvolution {
  Window window;
  int groups;
  int channels;  // of one group
  int kernels;   // of one group
  int chunks;    // of kernels of one group, each for one thread
  int is_x_signed;
  int is_w_signed;
  int zero_step;   // between kernels' zero points; 0 where there is one for all
  int scale_step;  // likewise between their scales
  int activation;
  int unused;
  Divisor by_places;
  Divisor by_chunks;
  Divisor by_groups;
};

// What is multiplied; zero points are null where they are absent.
struct Bytes {
  const unsigned char* x;
  const unsigned char* w;
  const unsigned char* zero_of_x;
  const unsigned char* zero_of_w;
};

__device__ __forceinline__ int integer(unsigned char byte, int is_signed) {
  return is_signed != 0 ? static_cast<signed char>(byte) : byte;
}

// The place of a thread's results, and its sums.
struct ByteSums {
  long long image;
  int first;  // kernel, of all groups
  int count;
  int place;
  unsigned of[KERNELS_PER_THREAD];

  __device__ __forceinline__ ByteSums(const Bytes& bytes, const ByteConvolution& c, long long index) : of{} {
    place = static_cast<int>(index);
    int chunk = divide(place, c.by_places);
    int group = divide(chunk, c.by_chunks);
    image = divide(group, c.by_groups);
    first = group * c.kernels + chunk * KERNELS_PER_THREAD;
    int rest = c.kernels - chunk * KERNELS_PER_THREAD;
    count = rest < KERNELS_PER_THREAD ? rest : KERNELS_PER_THREAD;
    int zero_of_x = bytes.zero_of_x == nullptr ? 0 : integer(*bytes.zero_of_x, c.is_x_signed);
    int zero_of_w[KERNELS_PER_THREAD];
    const unsigned char* w[KERNELS_PER_THREAD];
    int size = c.window.kernel_size();
#pragma unroll
    for (int k = 0; k < KERNELS_PER_THREAD; k++) {
      int kernel = first + (k < count ? k : 0);
      zero_of_w[k] = bytes.zero_of_w == nullptr ? 0 : integer(bytes.zero_of_w[kernel * c.zero_step], c.is_w_signed);
      w[k] = bytes.w + static_cast<long long>(kernel) * c.channels * size;
    }
    const unsigned char* plane = bytes.x + (image * c.groups + group) * c.channels * c.window.input_plane();
    for (int channel = 0; channel < c.channels; channel++) {
      visit_window(c.window, place, [&](int at, int element) {
        unsigned value = static_cast<unsigned>(integer(plane[at], c.is_x_signed) - zero_of_x);
#pragma unroll
        for (int k = 0; k < KERNELS_PER_THREAD; k++) {
          of[k] += value * static_cast<unsigned>(integer(w[k][element], c.is_w_signed) - zero_of_w[k]);
        }
      });
      plane += c.window.input_plane();
#pragma unroll
      for (int k = 0; k < KERNELS_PER_THREAD; k++) w[k] += size;
    }
  }

  // Where the k-th result goes.
  __device__ __forceinline__ long long target(const ByteConvolution& c, int k) const {
    long long channel = image * c.groups * c.kernels + first + k;
    return channel * static_cast<int>(c.by_places.by) + place;
  }
};

}  // namespace pelton

using namespace pelton;

PELTON_KERNEL(conv_integer, const unsigned char* x, const unsigned char* w, const unsigned char* zero_of_x,
              const unsigned char* zero_of_w, int* y, ByteConvolution convolution, Extent threads) {
  long long index = thread_index();
  if (index >= count(threads)) return;
  ByteSums sums(Bytes{x, w, zero_of_x, zero_of_w}, convolution, index);
#pragma unroll
  for (int k = 0; k < KERNELS_PER_THREAD; k++) {
    if (k < sums.count) y[sums.target(convolution, k)] = static_cast<int>(sums.of[k]);
  }
}

// Sums times the scale of x, times that of the kernel; then bias and activation.
PELTON_KERNEL(quantized_conv, const unsigned char* x, const float* scale_of_x, const unsigned char* zero_of_x,
              const unsigned char* w, const float* scale_of_w, const unsigned char* zero_of_w, const float* bias, float* y,
              ByteConvolution convolution, Extent threads) {
  long long index = thread_index();
  if (index >= count(threads)) return;
  ByteSums sums(Bytes{x, w, zero_of_x, zero_of_w}, convolution, index);
#pragma unroll
  for (int k = 0; k < KERNELS_PER_THREAD; k++) {
    if (k >= sums.count) break;
    int kernel = sums.first + k;
    float factor = *scale_of_x * scale_of_w[kernel * convolution.scale_step];
    float value = static_cast<float>(static_cast<int>(sums.of[k])) * factor;
    if (bias != nullptr) value += bias[kernel];
    y[sums.target(convolution, k)] = Steps<float>::activate(convolution.activation, value);
  }
}
