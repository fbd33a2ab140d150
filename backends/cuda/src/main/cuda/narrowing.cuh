// Rounds doubles once to what is stored, which a detour over float32 would not.
#pragma once

#include "pelton.cuh"

namespace pelton {

// A float32 whose last bit tells whether something was cut off, so that rounding it to 16 bits rounds the double.
__device__ __forceinline__ float to_odd(double value) {
  float rounded = static_cast<float>(value);
  unsigned bits = float_to_bits(rounded);
  if (static_cast<double>(rounded) == value || (bits & 0x7fffffffu) >= 0x7f800000u) return rounded;
  bool is_away = fabs(static_cast<double>(rounded)) > fabs(value);
  return bits_to_float((is_away ? bits - 1 : bits) | 1u);
}

// What sums in double precision are read from and stored as.
template <typename T>
struct Narrow {
  static __device__ __forceinline__ double load(T value) { return static_cast<double>(Wide<T>::load(value)); }
  static __device__ __forceinline__ T store(double value) { return static_cast<T>(value); }
};

template <>
struct Narrow<f16> {
  static __device__ __forceinline__ double load(f16 value) { return to_float(value); }
  static __device__ __forceinline__ f16 store(double value) { return to_f16(to_odd(value)); }
};

template <>
struct Narrow<bf16> {
  static __device__ __forceinline__ double load(bf16 value) { return to_float(value); }
  static __device__ __forceinline__ bf16 store(double value) { return to_bf16(to_odd(value)); }
};

}  // namespace pelton
