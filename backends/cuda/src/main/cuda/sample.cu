// Images read at places that are given as data. All sums are in double precision and rounded once.
#include "narrowing.cuh"
#include "sampling.cuh"
#include "window.cuh"

namespace pelton {

// Elements of operands whose type is chosen when the node is bound.
enum Element { ELEMENT_F32, ELEMENT_F64, ELEMENT_F16, ELEMENT_BF16 };

__device__ __forceinline__ double load(const void* elements, int element, long long at) {
  switch (element) {
    case ELEMENT_F32:
      return static_cast<const float*>(elements)[at];
    case ELEMENT_F64:
      return static_cast<const double*>(elements)[at];
    case ELEMENT_F16:
      return to_float(static_cast<const f16*>(elements)[at]);
    default:
      return to_float(static_cast<const bf16*>(elements)[at]);
  }
}

// Three axes of an image; missing ones come first and have length 1.
struct GridSampling {
  int channels;
  int axes;  // that coordinates are given for
  int length[3];
  int interpolation;
  int padding;
  int is_aligned;
  int grid;  // the type of coordinates
  int unused;
  Divisor by_places;  // outputs of a channel
};

constexpr int MAX_TAPS = 4;

// Which elements of an axis a coordinate picks, and their weights; -1 for those that are zero.
struct AxisTaps {
  int count;
  int index[MAX_TAPS];
  double weight[MAX_TAPS];
};

// What is beyond the ends comes back, at each end where it left.
__device__ __forceinline__ double reflected(double element, double least, double most) {
  double range = most - least;
  if (range <= 0) return least;
  double beyond = element < least ? least - element : element - most;
  if (beyond <= 0) return element;
  double turns = floor(beyond / range);
  double rest = beyond - turns * range;
  bool is_even = turns - 2 * floor(turns / 2) == 0;
  return is_even == (element < least) ? least + rest : most - rest;
}

constexpr double CUBIC_COEFFICIENT = -0.75;

__device__ __forceinline__ double inner_weight(double x) {
  return ((CUBIC_COEFFICIENT + 2) * x - (CUBIC_COEFFICIENT + 3)) * x * x + 1;
}

__device__ __forceinline__ double outer_weight(double x) {
  return ((CUBIC_COEFFICIENT * x - 5 * CUBIC_COEFFICIENT) * x + 8 * CUBIC_COEFFICIENT) * x - 4 * CUBIC_COEFFICIENT;
}

// Of a coordinate from -1 to 1; those of types below 64 bits are computed in float32.
__device__ __noinline__ double element_at(double place, int length, bool is_aligned, bool is_single) {
  if (is_single) {
    float single = static_cast<float>(place);
    float steps = static_cast<float>(length - 1);
    return is_aligned ? (single + 1) / 2 * steps : ((single + 1) * static_cast<float>(length) - 1) / 2;
  }
  return is_aligned ? (place + 1) / 2 * (length - 1) : ((place + 1) * length - 1) / 2;
}

__device__ __noinline__ void find_taps(
    AxisTaps* taps, double place, int length, int interpolation, int padding, bool is_aligned, bool is_single) {
  double least = is_aligned ? 0 : -0.5;
  double most = is_aligned ? length - 1.0 : length - 0.5;
  double element = element_at(place, length, is_aligned, is_single);
  if (interpolation == NEAREST) element = rint(element);
  if (!(element >= least && element <= most)) {
    // Polynomials go on until all of their elements are beyond the ends.
    double margin = interpolation == CUBIC ? 3 : 0;
    if (padding == BORDER) element = clamped(element, -margin, length - 1.0 + margin);
    if (padding == REFLECTION) element = reflected(element, least, most);
  }
  double whole = floor(element);
  double ratio = element - whole;
  int first = wrapped_sum(to_int(whole), interpolation == CUBIC ? -1 : 0);
  taps->count = interpolation == NEAREST ? 1 : interpolation == LINEAR ? 2 : 4;
  for (int i = 0; i < taps->count; i++) {
    int at = wrapped_sum(first, i);
    if (at < 0 || at >= length) {
      int inside = padding == REFLECTION ? to_int(reflected(at, least, most)) : at;
      at = padding == ZEROS ? -1 : clamped(inside, 0, length - 1);
    }
    taps->index[i] = at;
  }
  if (interpolation == NEAREST) {
    taps->weight[0] = 1;
  } else if (interpolation == LINEAR) {
    taps->weight[0] = 1 - ratio;
    taps->weight[1] = ratio;
  } else {
    taps->weight[0] = outer_weight(ratio + 1);
    taps->weight[1] = inner_weight(ratio);
    taps->weight[2] = inner_weight(1 - ratio);
    taps->weight[3] = outer_weight(2 - ratio);
  }
}

// One thread a place of an image, for all channels.
template <typename T>
__device__ __forceinline__ void sample_grid(const T* x, const void* grid, T* y, const GridSampling& g, Extent places) {
  long long index = thread_index();
  if (index >= count(places)) return;
  int place = static_cast<int>(index);
  long long image = divide(place, g.by_places);
  AxisTaps taps[3];
  long long plane = 1;
  for (int axis = 0; axis < 3; axis++) {
    plane *= g.length[axis];
    int coordinate = 2 - axis;  // the last axis comes first
    if (coordinate < g.axes) {
      double at = load(grid, g.grid, index * g.axes + coordinate);
      find_taps(&taps[axis], at, g.length[axis], g.interpolation, g.padding, g.is_aligned != 0, g.grid != ELEMENT_F64);
    } else {
      taps[axis].count = 1;
      taps[axis].index[0] = 0;
      taps[axis].weight[0] = 1;
    }
  }
  int all = static_cast<int>(g.by_places.by);
  for (int channel = 0; channel < g.channels; channel++) {
    const T* from = x + (image * g.channels + channel) * plane;
    double sum = 0;
    for (int a = 0; a < taps[0].count; a++) {
      for (int b = 0; b < taps[1].count; b++) {
        for (int c = 0; c < taps[2].count; c++) {
          int outer = taps[0].index[a];
          int middle = taps[1].index[b];
          int inner = taps[2].index[c];
          if (outer < 0 || middle < 0 || inner < 0) continue;
          double weight = taps[2].weight[c] * taps[1].weight[b] * taps[0].weight[a];
          int at = (outer * g.length[1] + middle) * g.length[2] + inner;
          sum = fma(weight, Narrow<T>::load(from[at]), sum);
        }
      }
    }
    y[(image * g.channels + channel) * all + place] = Narrow<T>::store(sum);
  }
}

struct AffineMaps {
  int axes;
  int is_aligned;
  int length[3];
  int unused;
  Divisor by_places;
};

// Where an element of an axis lies from -1 to 1.
__device__ __forceinline__ double coordinate_of(int element, int length, bool is_aligned) {
  if (!is_aligned) return (2.0 * element + 1) / length - 1;
  return length == 1 ? 0 : 2.0 * element / (length - 1) - 1;
}

// One thread a place of a map.
template <typename T>
__device__ __forceinline__ void map_grid(const T* theta, T* y, const AffineMaps& maps, Extent places) {
  long long index = thread_index();
  if (index >= count(places)) return;
  int rest = static_cast<int>(index);
  long long map = divide(rest, maps.by_places);
  double place[3];
  for (int axis = 2; axis >= 0; axis--) {
    place[2 - axis] = coordinate_of(rest % maps.length[axis], maps.length[axis], maps.is_aligned != 0);
    rest /= maps.length[axis];
  }
  const T* row = theta + map * maps.axes * (maps.axes + 1);
  for (int i = 0; i < maps.axes; i++, row += maps.axes + 1) {
    double sum = 0;
    for (int axis = 0; axis < 3; axis++) {
      if (axis < maps.axes) sum = fma(Narrow<T>::load(row[axis]), place[axis], sum);
    }
    y[index * maps.axes + i] = Narrow<T>::store(sum + Narrow<T>::load(row[maps.axes]));
  }
}

}  // namespace pelton

using namespace pelton;

#define SAMPLING(suffix, T)                                                                                          \
  PELTON_KERNEL(grid_sample_##suffix, const T* x, const void* grid, T* y, PELTON_CONSTANT GridSampling sampling,     \
                Extent places) {                                                                                     \
    sample_grid<T>(x, grid, y, sampling, places);                                                                    \
  }                                                                                                                  \
  PELTON_KERNEL(affine_grid_##suffix, const T* theta, T* y, PELTON_CONSTANT AffineMaps maps, Extent places) {        \
    map_grid<T>(theta, y, maps, places);                                                                             \
  }

SAMPLING(f32, float)
SAMPLING(f64, double)
SAMPLING(f16, f16)
SAMPLING(bf16, bf16)
