// One axis at another length. A thread finds the elements that make up an output, and their weights, once for many slices.
#include "narrowing.cuh"
#include "sampling.cuh"
#include "window.cuh"

namespace pelton {

// See Sampling.java.
struct Resampling {
  double cubic;
  double extrapolation;
  double scale;  // output by input, the quotient of the next two
  double above;
  double below;
  double start;  // of the region, in parts of the axis
  double end;
  long long extrapolated;  // the extrapolation of integers
  int interpolation;
  int rounding;
  int coordinates;
  int antialias;
  int excludes_outside;
  int length;   // of the axis
  int outputs;  // its length in the output
  int inner;    // elements between neighbours on the axis
  Divisor by_inner;
};

// Where an output lies on the axis. Quotients come last: they are exact on an element, and half-way between two.
__device__ __forceinline__ double place_of(const Resampling& r, int output) {
  double resized = r.above * r.length / r.below;
  double half = (output + 0.5) * r.below / r.above - 0.5;
  switch (r.coordinates) {
    case HALF_PIXEL:
      return half;
    case HALF_PIXEL_SYMMETRIC:
      return r.length / 2.0 * (1 - r.outputs / resized) + half;
    case PYTORCH_HALF_PIXEL:
      return r.outputs == 1 ? 0 : half;
    case HALF_PIXEL_FOR_NEAREST:
      return (output + 0.5) * r.below / r.above;
    case ALIGN_CORNERS:
      return resized == 1 ? 0 : output * (r.length - 1.0) / (resized - 1);
    case ASYMMETRIC:
      return output * r.below / r.above;
    default:
      return resized == 1 ? (r.start + r.end) * (r.length - 1) / 2
                          : r.start * (r.length - 1) + output * (r.end - r.start) * (r.length - 1) / (resized - 1);
  }
}

__device__ __forceinline__ bool is_right(int rounding, double scale, double ratio) {
  if (ratio == 1) return true;
  switch (rounding) {
    case PREFER_FLOOR:
      return ratio > 0.5;
    case PREFER_CEIL:
      return ratio >= 0.5;
    case FLOOR:
      return false;
    case CEIL:
      return true;
    default:
      return scale < 1;
  }
}

// The weight of an element, counted from the one to the left of a place.
__device__ __noinline__ double weight_of(
    int interpolation, int rounding, double a, double scale, double spread, double ratio, int element) {
  double x = fabs(element - ratio) * spread;
  if (interpolation == NEAREST) return is_right(rounding, scale, ratio) == (element == 1) ? 1 : 0;
  if (interpolation == LINEAR) return 1 - x > 0 ? 1 - x : 0;
  if (x <= 1) return ((a + 2) * x - (a + 3)) * x * x + 1;
  return x < 2 ? ((a * x - 5 * a) * x + 8 * a) * x - 4 * a : 0;
}

// The weights of the elements around a place. Element 0 is the one to its left, at a distance above 0.
struct Weights {
  const Resampling& r;
  double spread;
  double ratio;
  int left;    // element 0 on the axis
  int first;   // the first element that has a weight
  int number;  // of weights
  double sum;
  double inside;

  __device__ Weights(const Resampling& r, double place) : r(r), sum(0), inside(0) {
    left = to_int(ceil(place)) - 1;
    ratio = place - left;
    spread = r.antialias != 0 && r.scale < 1 ? r.scale : 1;
    first = r.interpolation == CUBIC ? -1 : 0;
    if (r.interpolation == LINEAR && spread < 1) first = to_int(floor(-1 / spread)) + 1;
    if (r.interpolation == CUBIC && spread < 1) first = to_int(floor(-2 / spread)) + 1;
    number = 2 - 2 * first;
    if (r.antialias != 0) {
      for (int i = 0; i < number; i++) sum += plain(i);
    }
    if (r.excludes_outside != 0) {
      for (int i = 0; i < number; i++) inside += is_inside(i) ? shared(i) : 0;
    }
  }

  __device__ __forceinline__ bool is_inside(int i) const {
    int element = left + first + i;
    return element >= 0 && element < r.length;
  }

  // The element that is read for a weight: the ends repeat.
  __device__ __forceinline__ int element(int i) const {
    int element = left + first + i;
    return element < 0 ? 0 : element < r.length ? element : r.length - 1;
  }

  __device__ __forceinline__ double of(int i) const {
    double weight = shared(i);
    if (r.excludes_outside == 0 || inside == 0) return weight;
    return is_inside(i) ? weight / inside : 0;
  }

 private:
  __device__ __forceinline__ double shared(int i) const { return r.antialias != 0 ? plain(i) / sum : plain(i); }

  __device__ __forceinline__ double plain(int i) const {
    return weight_of(r.interpolation, r.rounding, r.cubic, r.scale, spread, ratio, first + i);
  }
};

// What a thread has to do: one output's place in its slice, and its slices.
struct Slices {
  long long begin;
  long long end;
  long long step;
  int output;
  int within;
};

// Threads along x go through the outputs of a slice, along y through slices.
__device__ __forceinline__ bool find_slices(const Resampling& r, Extent slices, Slices& found) {
  long long index = thread_index();
  if (index >= static_cast<long long>(r.outputs) * r.inner) return false;
  int within = static_cast<int>(index);
  int output = divide(within, r.by_inner);
  found = Slices{blockIdx.y, count(slices), gridDim.y, output, within};
  return true;
}

__device__ __forceinline__ bool is_outside(const Resampling& r, double place) {
  return r.coordinates == CROP_AND_RESIZE && (place < 0 || place > r.length - 1);
}

__device__ __forceinline__ float multiply_add(float x, float y, float sum) { return fmaf(x, y, sum); }
__device__ __forceinline__ double multiply_add(double x, double y, double sum) { return fma(x, y, sum); }

constexpr int FEW_WEIGHTS = 4;

template <typename T>
__device__ __forceinline__ void resample(const T* x, T* y, const Resampling& r, Extent all) {
  using wide = typename Wide<T>::type;
  Slices slices;
  if (!find_slices(r, all, slices)) return;
  double place = place_of(r, slices.output);
  bool is_beyond = is_outside(r, place);
  Weights weights(r, place);
  bool has_few = weights.number <= FEW_WEIGHTS;
  double kept[FEW_WEIGHTS];
#pragma unroll
  for (int i = 0; i < FEW_WEIGHTS; i++) kept[i] = has_few && i < weights.number ? weights.of(i) : 0;
  long long input = static_cast<long long>(r.length) * r.inner;
  long long output = static_cast<long long>(r.outputs) * r.inner;
  for (long long slice = slices.begin; slice < slices.end; slice += slices.step) {
    const T* from = x + slice * input + slices.within;
    wide sum = 0;
    bool is_first = true;
    auto add = [&](int i, double weight) {
      if (weight == 0) return;
      wide value = Wide<T>::load(from[static_cast<long long>(weights.element(i)) * r.inner]);
      sum = is_first ? static_cast<wide>(weight) * value : multiply_add(static_cast<wide>(weight), value, sum);
      is_first = false;
    };
    if (!is_beyond && has_few) {
#pragma unroll
      for (int i = 0; i < FEW_WEIGHTS; i++) add(i, kept[i]);
    } else if (!is_beyond) {
      for (int i = 0; i < weights.number; i++) add(i, weights.of(i));
    }
    if (is_first) sum = static_cast<wide>(r.extrapolation);
    y[slice * output + static_cast<long long>(slices.output) * r.inner + slices.within] = Wide<T>::store(sum);
  }
}

// The nearest elements, whatever they are.
template <typename T>
__device__ __forceinline__ void pick(const T* x, T* y, const Resampling& r, Extent all) {
  Slices slices;
  if (!find_slices(r, all, slices)) return;
  double place = place_of(r, slices.output);
  Weights weights(r, place);
  int picked = -1;
  for (int i = 0; !is_outside(r, place) && picked < 0 && i < weights.number; i++) {
    if (weights.of(i) != 0) picked = weights.element(i);
  }
  long long input = static_cast<long long>(r.length) * r.inner;
  long long output = static_cast<long long>(r.outputs) * r.inner;
  for (long long slice = slices.begin; slice < slices.end; slice += slices.step) {
    T value = static_cast<T>(r.extrapolated);
    if (picked >= 0) value = x[slice * input + static_cast<long long>(picked) * r.inner + slices.within];
    y[slice * output + static_cast<long long>(slices.output) * r.inner + slices.within] = value;
  }
}

}  // namespace pelton

using namespace pelton;

#define RESAMPLE(suffix, T, function)                                                                                \
  PELTON_KERNEL(resample_##suffix, const T* x, T* y, PELTON_CONSTANT Resampling resampling, Extent slices) {         \
    function<T>(x, y, resampling, slices);                                                                           \
  }

RESAMPLE(f32, float, resample)
RESAMPLE(f64, double, resample)
RESAMPLE(f16, f16, resample)
RESAMPLE(bf16, bf16, resample)
RESAMPLE(b8, unsigned char, pick)
RESAMPLE(b16, unsigned short, pick)
RESAMPLE(b32, unsigned, pick)
RESAMPLE(b64, unsigned long long, pick)
