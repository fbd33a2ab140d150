// Normalization by the statistics of runs. Every step is rounded to the elements' type, as if it were a node of its own.

#include "fold.cuh"

namespace pelton {

__device__ __forceinline__ float root(float x) { return sqrtf(x); }
__device__ __forceinline__ double root(double x) { return sqrt(x); }

// As it would be stored.
template <typename T, typename A>
__device__ __forceinline__ A rounded(A value) {
  return Lane<T>::load(Lane<T>::store(value));
}

// An operand that broadcasts to runs.
struct RunOperand {
  View outer;
  View inner;
};

template <typename T, typename A>
__device__ __forceinline__ void normalize_runs(const T* x, const T* scale, const T* bias, T* y, const RunOperand& x_at,
                                               const RunOperand& scale_at, const RunOperand& bias_at, Extent runs,
                                               int length, A epsilon, int is_centred, A* shared) {
  Group group(PARTIAL_SUMS, false);
  bool is_active = group.run < count(runs);
  unsigned run = is_active ? static_cast<unsigned>(group.run) : 0;
  int active = is_active ? length : 0;
  const T* elements = x + (is_active ? place(x_at.outer, run) : 0);
  A divisor = static_cast<A>(length);
  Line line(x_at.inner);
  auto at = [&](int i) { return Lane<T>::load(elements[line.at(i)]); };
  A centre = 0;
  if (is_centred) {
    A sum = combine_lanes<Add>(group, fold_lane<Add>(group, static_cast<A>(0), active, at), shared);
    centre = rounded<T>(sum / divisor);
  }
  auto centred = [&](int i) { return is_centred ? rounded<T>(at(i) - centre) : at(i); };
  auto square = [&](int i) {
    A value = centred(i);
    return rounded<T>(value * value);
  };
  A sum = combine_lanes<Add>(group, fold_lane<Add>(group, static_cast<A>(0), active, square), shared);
  A deviation = rounded<T>(root(rounded<T>(rounded<T>(sum / divisor) + epsilon)));
  if (!is_active) return;
  const T* factors = scale + place(scale_at.outer, run);
  const T* summands = bias == nullptr ? nullptr : bias + place(bias_at.outer, run);
  T* results = y + group.run * length;
  Line scale_line(scale_at.inner);
  Line bias_line(bias_at.inner);
  PELTON_ROLLED
  for (int i = group.lane; i < length; i += group.lanes) {
    A value = rounded<T>(centred(i) / deviation);
    value = value * Lane<T>::load(factors[scale_line.at(i)]);
    if (summands != nullptr) {
      value = rounded<T>(value) + Lane<T>::load(summands[bias_line.at(i)]);
    }
    results[i] = Lane<T>::store(value);
  }
}

}  // namespace pelton

#define PELTON_NORM(suffix, element, lane)                                                                         \
  PELTON_KERNEL(run_norm_##suffix, const element* x, const element* scale, const element* bias, element* y,        \
                PELTON_CONSTANT pelton::RunOperand x_at, PELTON_CONSTANT pelton::RunOperand scale_at, PELTON_CONSTANT pelton::RunOperand bias_at,                  \
                pelton::Extent runs, int length, lane epsilon, int is_centred) {                                   \
    __shared__ lane shared[256];                                                                                   \
    pelton::normalize_runs(x, scale, bias, y, x_at, scale_at, bias_at, runs, length, epsilon, is_centred, shared); \
  }

PELTON_NORM(f32, float, float)
PELTON_NORM(f16, pelton::f16, float)
PELTON_NORM(bf16, pelton::bf16, float)
PELTON_NORM(f64, double, double)
