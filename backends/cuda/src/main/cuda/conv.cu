// Convolution as a product of kernels and what they meet, which is gathered tile by tile; and directly where a group has few kernels.
// Every output is summed by one thread over the channels of the group, then the elements of the kernel in row-major order, padding left out.
#include "four.cuh"
#include "steps.cuh"
#include "window.cuh"

namespace pelton {

// Besides the window: lengths that are the same for all outputs.
struct Convolution {
  Window window;
  int groups;
  int channels;  // of one group
  int kernels;   // of one group
  int depth;     // elements of one kernel, in all channels
  int activation;
  int has_bias;
  Divisor by_plane;        // outputs of a channel
  Divisor by_kernel_size;  // elements of a kernel in one channel
  Divisor by_chunks;       // of the kernels of one group, each for one thread
  Divisor by_groups;
};

// Tells padding from numbers in a tile: a NaN that is no result of arithmetic, and that x is kept free of.
template <typename W>
struct Padding;

template <>
struct Padding<float> {
  static constexpr int BITS = 0x7fd5aa55;
  static __device__ __forceinline__ float mark() { return __int_as_float(BITS); }
  static __device__ __forceinline__ bool is(float value) { return __float_as_int(value) == BITS; }
  static __device__ __forceinline__ float keep(float value) { return value == value ? value : __int_as_float(0x7fc00000); }
};

template <>
struct Padding<double> {
  static constexpr long long BITS = 0x7ffd5aa55aa55aa5;
  static __device__ __forceinline__ double mark() { return __longlong_as_double(BITS); }
  static __device__ __forceinline__ bool is(double value) { return __double_as_longlong(value) == BITS; }
  static __device__ __forceinline__ double keep(double value) {
    return value == value ? value : __longlong_as_double(0x7ff8000000000000);
  }
};

__device__ __forceinline__ float multiply_add(float x, float y, float sum) { return fmaf(x, y, sum); }
__device__ __forceinline__ double multiply_add(double x, double y, double sum) { return fma(x, y, sum); }

constexpr int THREADS = 256;
constexpr int TILE_DEPTH = 16;

// A tile of 64 * SCALE kernels by as many outputs; each thread sums squares of four by four.
template <typename T, int SCALE>
struct Tiles {
  using wide = typename Wide<T>::type;
  static constexpr int SIDE = 64 * SCALE;
  static constexpr int STRIDE = SIDE + 4;  // spreads columns over banks

  alignas(16) wide w[2][TILE_DEPTH][STRIDE];
  alignas(16) wide x[2][TILE_DEPTH][SIDE];
};

// Loads kernels, four elements of SCALE kernels a thread.
template <typename T, int SCALE>
struct KernelLoader {
  using wide = typename Wide<T>::type;
  Four<T> loaded[SCALE];
  const T* w;
  int depth;
  int rows;  // kernels from the tile's first on
  bool is_vector;

  __device__ KernelLoader(const Convolution& c, const T* first, int rows) : w(first), depth(c.depth), rows(rows) {
    is_vector = depth % 4 == 0 && is_aligned(first);
  }

  __device__ __forceinline__ void load(int from) {
    int k = from + threadIdx.x % 4 * 4;
    for (int s = 0; s < SCALE; s++) {
      int row = threadIdx.x / 4 + s * 64;
      const T* source = w + static_cast<long long>(row) * depth + k;
      if (is_vector && row < rows && k < depth) {
        loaded[s] = *reinterpret_cast<const Four<T>*>(source);
      } else {
        for (int i = 0; i < 4; i++) loaded[s].of[i] = row < rows && k + i < depth ? source[i] : T{};
      }
    }
  }

  __device__ __forceinline__ void store(Tiles<T, SCALE>& tiles, int buffer) {
    for (int s = 0; s < SCALE; s++) {
      for (int i = 0; i < 4; i++) {
        tiles.w[buffer][threadIdx.x % 4 * 4 + i][threadIdx.x / 4 + s * 64] = Wide<T>::load(loaded[s].of[i]);
      }
    }
  }
};

// Where an element of the kernels is met, from where element 0 is.
struct Tap {
  int offset;
  int shift[3];
};

// Gathers what kernels meet under any window: 4 * SCALE elements a thread, all for one output.
template <typename T, int SCALE, bool PADDED>
struct WindowLoader {
  using wide = typename Wide<T>::type;
  static constexpr bool IS_PADDED = PADDED;
  static constexpr int SIDE = 64 * SCALE;
  static constexpr int STEP = THREADS / SIDE;

  const Convolution& c;
  const T* x;
  Tap (*taps)[TILE_DEPTH];
  Place first;
  bool is_inside;
  T loaded[4 * SCALE];
  unsigned present;

  __device__ WindowLoader(const Convolution& c, const T* all, Tap (*taps)[TILE_DEPTH], int group, int tile, int columns)
      : c(c), x(all), taps(taps), first{}, present(0) {
    int column = tile * SIDE + threadIdx.x % SIDE;
    is_inside = column < columns;
    if (!is_inside) return;
    int image = quotient(column, c.by_plane);
    first = first_place(c.window, column - image * static_cast<int>(c.by_plane.by));
    long long plane = (static_cast<long long>(image) * c.groups + group) * c.channels;
    x += plane * c.window.input_plane();
  }

  // Finds the elements of the tile from that depth on, for all threads.
  __device__ __forceinline__ void prepare(int from, int buffer) {
    if (threadIdx.x >= TILE_DEPTH) return;
    int element = from + threadIdx.x;
    int channel = divide(element, c.by_kernel_size);
    Tap tap;
    int rest = quotient(element, c.window.axes[2].by_kernel);
    tap.shift[2] = (element - rest * c.window.axes[2].kernel) * c.window.axes[2].dilation;
    int outer = quotient(rest, c.window.axes[1].by_kernel);
    tap.shift[1] = (rest - outer * c.window.axes[1].kernel) * c.window.axes[1].dilation;
    tap.shift[0] = outer * c.window.axes[0].dilation;
    tap.offset = channel * c.window.input_plane() + c.window.place(tap.shift[0], tap.shift[1], tap.shift[2]);
    taps[buffer][threadIdx.x] = tap;
  }

  __device__ __forceinline__ void load(int from, int buffer) {
    int start = c.window.place(first.of[0], first.of[1], first.of[2]);
    present = 0;
    for (int i = 0; i < 4 * SCALE; i++) {
      int k = threadIdx.x / SIDE + i * STEP;
      const Tap& tap = taps[buffer][k];
      bool is_present = is_inside && from + k < c.depth;
      if (PADDED) {
        for (int axis = 0; axis < 3; axis++) {
          is_present = is_present && c.window.axes[axis].contains(first.of[axis] + tap.shift[axis]);
        }
      }
      if (is_present) {
        loaded[i] = x[start + tap.offset];
        present |= 1u << i;
      }
    }
  }

  __device__ __forceinline__ void store(Tiles<T, SCALE>& tiles, int buffer) {
    for (int i = 0; i < 4 * SCALE; i++) {
      wide value = PADDED ? Padding<wide>::mark() : wide(0);
      if (present >> i & 1u) {
        value = Wide<T>::load(loaded[i]);
        if (PADDED) value = Padding<wide>::keep(value);
      }
      tiles.x[buffer][threadIdx.x / SIDE + i * STEP][threadIdx.x % SIDE] = value;
    }
  }
};

// Loads what kernels of one element meet, output for output: SCALE times four neighbours a thread.
template <typename T, int SCALE>
struct PlaneLoader {
  using wide = typename Wide<T>::type;
  static constexpr bool IS_PADDED = false;
  static constexpr int QUADS = 16 * SCALE;
  static constexpr int STEP = THREADS / QUADS;

  const Convolution& c;
  const T* x;
  int column;
  int columns;
  long long group;
  bool is_vector;
  Four<T> loaded[SCALE];

  __device__ PlaneLoader(const Convolution& c, const T* all, Tap (*)[TILE_DEPTH], int group, int tile, int columns)
      : c(c), x(all), columns(columns), group(group) {
    column = (tile * QUADS + threadIdx.x % QUADS) * 4;
    is_vector = c.by_plane.by % 4 == 0 && is_aligned(all);
  }

  __device__ __forceinline__ void prepare(int, int) {}

  __device__ __forceinline__ const T* element(int at, int k) {
    int place = at;
    long long image = divide(place, c.by_plane);
    return x + ((image * c.groups + group) * c.channels + k) * c.by_plane.by + place;
  }

  __device__ __forceinline__ void load(int from, int) {
    for (int s = 0; s < SCALE; s++) {
      int k = from + threadIdx.x / QUADS + s * STEP;
      if (is_vector && k < c.depth && column < columns) {
        loaded[s] = *reinterpret_cast<const Four<T>*>(element(column, k));
      } else {
        for (int i = 0; i < 4; i++) {
          loaded[s].of[i] = k < c.depth && column + i < columns ? *element(column + i, k) : T{};
        }
      }
    }
  }

  __device__ __forceinline__ void store(Tiles<T, SCALE>& tiles, int buffer) {
    for (int s = 0; s < SCALE; s++) {
      Four<wide> values;
      for (int i = 0; i < 4; i++) values.of[i] = Wide<T>::load(loaded[s].of[i]);
      wide* target = &tiles.x[buffer][threadIdx.x / QUADS + s * STEP][threadIdx.x % QUADS * 4];
      *reinterpret_cast<Four<wide>*>(target) = values;
    }
  }
};

template <typename T, int SCALE>
struct Sums {
  using wide = typename Wide<T>::type;
  static constexpr int SIDE = 4 * SCALE;
  wide of[SIDE][SIDE];

  template <bool PADDED>
  __device__ __forceinline__ void add(const Tiles<T, SCALE>& tiles, int buffer, int k) {
    wide w[SIDE];
    wide x[SIDE];
    for (int s = 0; s < SCALE; s++) {
      Four<wide> row = *reinterpret_cast<const Four<wide>*>(&tiles.w[buffer][k][threadIdx.x / 16 * 4 + s * 64]);
      Four<wide> column = *reinterpret_cast<const Four<wide>*>(&tiles.x[buffer][k][threadIdx.x % 16 * 4 + s * 64]);
      for (int i = 0; i < 4; i++) {
        w[s * 4 + i] = row.of[i];
        x[s * 4 + i] = column.of[i];
      }
    }
    for (int j = 0; j < SIDE; j++) {
      bool is_present = !PADDED || !Padding<wide>::is(x[j]);
      for (int i = 0; i < SIDE; i++) {
        of[i][j] = is_present ? multiply_add(w[i], x[j], of[i][j]) : of[i][j];
      }
    }
  }
};

// A summand is never -0, so that a sum of -0 becomes 0.
template <typename T>
__device__ __forceinline__ T finish(typename Wide<T>::type sum, typename Wide<T>::type summand, int activation) {
  typename Wide<T>::type value = Steps<T>::add(Steps<T>::round(sum), summand);
  return Wide<T>::store(Steps<T>::activate(activation, value));
}

// Apart, since rounding to 16 bits for each of a thread's results would be most of a kernel.
template <typename T>
__device__ __noinline__ T finish_apart(typename Wide<T>::type sum, typename Wide<T>::type summand, int activation) {
  return finish<T>(sum, summand, activation);
}

template <typename T>
__device__ __forceinline__ T finished(const Convolution& c, const T* bias, int kernel, typename Wide<T>::type sum) {
  typename Wide<T>::type summand = c.has_bias != 0 ? Wide<T>::load(bias[kernel]) + 0 : 0;
  if constexpr (sizeof(T) == 2) return finish_apart<T>(sum, summand, c.activation);
  return finish<T>(sum, summand, c.activation);
}

template <typename T, int SCALE>
__device__ __forceinline__ void write_tile(
    const Convolution& c, const Sums<T, SCALE>& sums, const T* bias, T* y, int group, int row, int tile, int columns) {
  int plane = static_cast<int>(c.by_plane.by);
  bool is_vector = plane % 4 == 0 && is_aligned(y);
#pragma unroll
  for (int j = 0; j < 4 * SCALE; j += 4) {
    int column = tile * 64 * SCALE + threadIdx.x % 16 * 4 + j * 16;
    int image[4];
    int place[4];
#pragma unroll
    for (int n = 0; n < 4; n++) {
      place[n] = column + n;
      image[n] = divide(place[n], c.by_plane);
    }
#pragma unroll
    for (int i = 0; i < 4 * SCALE; i++) {
      int kernel = row + threadIdx.x / 16 * 4 + i / 4 * 64 + i % 4;
      if (kernel >= c.kernels) continue;
      kernel += group * c.kernels;
      Four<T> results;
#pragma unroll
      for (int n = 0; n < 4; n++) results.of[n] = finished(c, bias, kernel, sums.of[i][j + n]);
      long long kernels = static_cast<long long>(c.groups) * c.kernels;
      if (is_vector) {
        T* target = y + (image[0] * kernels + kernel) * plane + place[0];
        if (column < columns) *reinterpret_cast<Four<T>*>(target) = results;
      } else {
#pragma unroll
        for (int n = 0; n < 4; n++) {
          if (column + n < columns) y[(image[n] * kernels + kernel) * plane + place[n]] = results.of[n];
        }
      }
    }
  }
}

// One tile of the outputs of one group: loads a tile while it multiplies the one before.
template <typename T, int SCALE, typename Loader>
__device__ __forceinline__ void convolve_tile(
    const Convolution& c, const T* x, const T* w, const T* bias, T* y, int group, int row, int tile, int columns) {
  __shared__ Tiles<T, SCALE> tiles;
  __shared__ Tap taps[2][TILE_DEPTH];
  const T* first = w + (static_cast<long long>(group) * c.kernels + row) * c.depth;
  KernelLoader<T, SCALE> kernels(c, first, c.kernels - row);
  Loader elements(c, x, taps, group, tile, columns);
  Sums<T, SCALE> sums = {};
  elements.prepare(0, 0);
  elements.prepare(TILE_DEPTH, 1);
  __syncthreads();
  kernels.load(0);
  elements.load(0, 0);
  kernels.store(tiles, 0);
  elements.store(tiles, 0);
  __syncthreads();
  int buffer = 0;
  for (int from = 0; from < c.depth; from += TILE_DEPTH, buffer ^= 1) {
    int next = from + TILE_DEPTH;
    if (next < c.depth) {
      kernels.load(next);
      elements.load(next, buffer ^ 1);
      elements.prepare(next + TILE_DEPTH, buffer);
    }
    if (Loader::IS_PADDED || next <= c.depth) {
#pragma unroll 4
      for (int k = 0; k < TILE_DEPTH; k++) sums.template add<Loader::IS_PADDED>(tiles, buffer, k);
    } else {
#pragma unroll 1
      for (int k = 0; k < c.depth - from; k++) sums.template add<false>(tiles, buffer, k);
    }
    if (next < c.depth) {
      kernels.store(tiles, buffer ^ 1);
      elements.store(tiles, buffer ^ 1);
    }
    __syncthreads();
  }
  write_tile<T, SCALE>(c, sums, bias, y, group, row, tile, columns);
}

// Blocks along x go through outputs of all images, along y through kernels, along z through groups.
template <typename T, int SCALE, typename Loader>
__device__ __forceinline__ void convolve(
    const Convolution& c, const T* x, const T* w, const T* bias, T* y, Extent images) {
  int columns = static_cast<int>(count(images)) * static_cast<int>(c.by_plane.by);
  constexpr int SIDE = 64 * SCALE;
  int tile = blockIdx.x;
  if (tile * SIDE >= columns) return;
  for (int group = blockIdx.z; group < c.groups; group += gridDim.z) {
    for (int row = blockIdx.y * SIDE; row < c.kernels; row += gridDim.y * SIDE) {
      convolve_tile<T, SCALE, Loader>(c, x, w, bias, y, group, row, tile, columns);
    }
  }
}

// One thread a place in KERNELS channels of the output: for groups of few kernels, which share too little for tiles.
template <typename T, int KERNELS>
__device__ __forceinline__ void convolve_directly(
    const Convolution& c, const T* x, const T* w, const T* bias, T* y, Extent threads) {
  using wide = typename Wide<T>::type;
  long long index = thread_index();
  if (index >= count(threads)) return;
  int place = static_cast<int>(index);
  int chunk = divide(place, c.by_plane);
  int group = divide(chunk, c.by_chunks);
  int first = chunk * KERNELS;
  int first_of_w = (group - quotient(group, c.by_groups) * c.groups) * c.kernels + first;
  const T* weights = w + static_cast<long long>(first_of_w) * c.depth;
  const T* planes = x + static_cast<long long>(group) * c.channels * c.window.input_plane();
  // Those that are too many read what the first one reads.
  int offset[KERNELS];
#pragma unroll
  for (int k = 0; k < KERNELS; k++) offset[k] = first + k < c.kernels ? k * c.depth : 0;
  wide sums[KERNELS] = {};
  for (int i = 0; i < c.channels; i++) {
    visit_window(c.window, place, [&](int at, int element) {
      wide value = Wide<T>::load(planes[at]);
#pragma unroll
      for (int k = 0; k < KERNELS; k++) {
        sums[k] = multiply_add(Wide<T>::load(weights[element + offset[k]]), value, sums[k]);
      }
    });
    weights += c.by_kernel_size.by;
    planes += c.window.input_plane();
  }
#pragma unroll
  for (int k = 0; k < KERNELS; k++) {
    if (first + k >= c.kernels) break;
    long long channel = static_cast<long long>(group) * c.kernels + first + k;
    y[channel * static_cast<int>(c.by_plane.by) + place] = finished(c, bias, first_of_w + k, sums[k]);
  }
}

}  // namespace pelton

using namespace pelton;

#define CONVOLUTION(name, T, SCALE, ...)                                                                             \
  PELTON_KERNEL(name, const T* x, const T* w, const T* bias, T* y, Convolution convolution, Extent images) {         \
    convolve<T, SCALE, __VA_ARGS__>(convolution, x, w, bias, y, images);                                             \
  }

#define DIRECT_CONVOLUTION(name, T, KERNELS)                                                                         \
  PELTON_KERNEL(name, const T* x, const T* w, const T* bias, T* y, Convolution convolution, Extent threads) {        \
    convolve_directly<T, KERNELS>(convolution, x, w, bias, y, threads);                                              \
  }

#define CONVOLUTIONS(suffix, T)                                                                                      \
  CONVOLUTION(conv_##suffix, T, 1, WindowLoader<T, 1, false>)                                                        \
  CONVOLUTION(conv_padded_##suffix, T, 1, WindowLoader<T, 1, true>)                                                  \
  CONVOLUTION(conv_pointwise_##suffix, T, 1, PlaneLoader<T, 1>)                                                      \
  DIRECT_CONVOLUTION(conv_direct_##suffix, T, 1)                                                                     \
  DIRECT_CONVOLUTION(conv_narrow_##suffix, T, 4)

CONVOLUTIONS(f32, float)
CONVOLUTIONS(f64, double)
CONVOLUTIONS(f16, f16)
CONVOLUTIONS(bf16, bf16)

// Larger tiles, for many outputs.
CONVOLUTION(conv_large_f32, float, 2, WindowLoader<float, 2, false>)
CONVOLUTION(conv_large_padded_f32, float, 2, WindowLoader<float, 2, true>)
CONVOLUTION(conv_large_pointwise_f32, float, 2, PlaneLoader<float, 2>)
