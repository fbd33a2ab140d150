// Elementwise steps on results. Each is rounded to the results' type, so that a chain of steps has the bits of a chain of nodes.
#pragma once

#include "math.cuh"
#include "pelton.cuh"

namespace pelton {

enum Activation { ACTIVATION_NONE, ACTIVATION_RELU, ACTIVATION_SIGMOID, ACTIVATION_TANH, ACTIVATION_GELU, ACTIVATION_GELU_TANH };

// Steps on elements of T, held as wide as they are computed.
template <typename T>
struct Steps {
  using wide = typename Wide<T>::type;

  // As a node stores a result.
  static __device__ __forceinline__ wide round(wide value) { return Wide<T>::load(Wide<T>::store(value)); }

  static __device__ __forceinline__ wide add(wide left, wide right) { return round(left + right); }

  static __device__ __forceinline__ wide activate(int activation, wide value) {
    if (activation == ACTIVATION_NONE) return value;
    if (activation == ACTIVATION_RELU) return value < 0 ? wide(0) : value;
    return curve(activation, value);
  }

 private:
  // Apart, since a copy of it for each of a thread's results would be most of a kernel.
  static __device__ __noinline__ wide curve(int activation, wide value) {
    switch (activation) {
      case ACTIVATION_SIGMOID:
        return round(pelton::sigmoid(value));
      case ACTIVATION_TANH:
        return round(pelton::tanh(value));
      case ACTIVATION_GELU:
        return round(pelton::gelu(value));
      default:
        return gelu_by_tanh(value);
    }
  }

  static __device__ wide gelu_by_tanh(wide x) {
    wide bend = round(static_cast<wide>(0.044715));
    wide factor = round(static_cast<wide>(0.7978845608028654));
    wide cube = round(pelton::pow(x, static_cast<wide>(3)));
    wide bent = add(x, round(bend * cube));
    wide tanh = round(pelton::tanh(round(factor * bent)));
    return round(round(static_cast<wide>(0.5) * x) * add(1, tanh));
  }
};

}  // namespace pelton
