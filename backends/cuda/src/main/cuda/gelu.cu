// Gelu; each step of that by tanh is rounded to the dtype as if it were an op of its own.
#include "math.cuh"
#include "walk.cuh"

namespace {

using namespace pelton;

__device__ __forceinline__ void round_to(double x, double& y) { y = x; }
__device__ __forceinline__ void round_to(double x, float& y) { y = static_cast<float>(x); }
__device__ __forceinline__ void round_to(double x, f16& y) { y = to_f16(x); }
__device__ __forceinline__ void round_to(double x, bf16& y) { y = to_bf16(x); }

template <typename T>
struct Gelu {
  using W = typename Wide<T>::type;

  bool is_by_tanh;

  static __device__ __forceinline__ W rounded(W x) { return Wide<T>::load(Wide<T>::store(x)); }

  static __device__ __forceinline__ W constant(double x) {
    T rounded;
    round_to(x, rounded);
    return Wide<T>::load(rounded);
  }

  static __device__ __forceinline__ W by_tanh(W x) {
    W bent = rounded(x + rounded(constant(0.044715) * rounded(pelton::pow(x, static_cast<W>(3)))));
    W share = rounded(1 + rounded(pelton::tanh(rounded(constant(0.7978845608028654) * bent))));
    return rounded(rounded(constant(0.5) * x) * share);
  }

  template <int N>
  __device__ __forceinline__ void operator()(const Pack<T, N>& x, Pack<T, N>& y) const {
    for (int i = 0; i < N; i++) {
      W value = Wide<T>::load(x.of[i]);
      y.of[i] = Wide<T>::store(is_by_tanh ? by_tanh(value) : pelton::gelu(value));
    }
  }
};

}  // namespace

#define PELTON_GELU(name, T, together)                                                                                     \
  PELTON_KERNEL(gelu_##name, const T* x, T* y, Extent extent, int is_by_tanh) {                                            \
    map_flat<together>(x, y, extent, Gelu<T>{is_by_tanh != 0});                                                            \
  }                                                                                                                        \
  PELTON_KERNEL(gelu_strided_##name, const T* x, T* y, Extent extent, int is_by_tanh, int rank, PELTON_CONSTANT Axes dims, \
                PELTON_CONSTANT Axes xs) {                                                                                 \
    map_strided(x, y, extent, rank, dims, xs, Gelu<T>{is_by_tanh != 0});                                                   \
  }

PELTON_GELU(f64, double, 1)
PELTON_GELU(f32, float, 4)
PELTON_GELU(f16, f16, 4)
PELTON_GELU(bf16, bf16, 4)
