// Unsigned integers in the order of elements of any dtype.
#pragma once

#include "fold.cuh"

namespace pelton {

// As ElementType.java numbers them.
enum ElementType { F32, F16, BF16, F64, I64, I32, I16, I8, U64, U32, U16, U8 };

// NaN is above all numbers and equal to NaN; both zeros are equal.
__device__ __forceinline__ unsigned long long order_of(float x) {
  if (x != x) return 0xffffffffull;
  unsigned bits = float_to_bits(x + 0.0f);
  return bits ^ ((bits >> 31) != 0 ? 0xffffffffu : 0x80000000u);
}

__device__ __forceinline__ unsigned long long order_of(double x) {
  if (x != x) return ~0ull;
  unsigned long long bits = static_cast<unsigned long long>(__double_as_longlong(x + 0.0));
  return bits ^ ((bits >> 63) != 0 ? ~0ull : 1ull << 63);
}

template <typename T>
__device__ __forceinline__ unsigned long long order_of_signed(const void* data, long long at) {
  return static_cast<unsigned long long>(static_cast<const T*>(data)[at] + 0x80000000ll);
}

template <typename T>
__device__ __forceinline__ T element(const void* data, long long at) {
  return static_cast<const T*>(data)[at];
}

// Of 32 bits, but of 64 where the element has 64.
__device__ __forceinline__ unsigned long long order_at(const void* data, int type, long long at) {
  switch (type) {
    case F32:
      return order_of(element<float>(data, at));
    case F16:
      return order_of(to_float(element<f16>(data, at)));
    case BF16:
      return order_of(to_float(element<bf16>(data, at)));
    case F64:
      return order_of(element<double>(data, at));
    case I64:
      return element<unsigned long long>(data, at) ^ 1ull << 63;
    case I32:
      return order_of_signed<int>(data, at);
    case I16:
      return order_of_signed<short>(data, at);
    case I8:
      return order_of_signed<signed char>(data, at);
    case U64:
      return element<unsigned long long>(data, at);
    case U32:
      return element<unsigned>(data, at);
    case U16:
      return element<unsigned short>(data, at);
    default:
      return element<unsigned char>(data, at);
  }
}

__device__ __forceinline__ bool is_wide(int type) { return type == F64 || type == I64 || type == U64; }

// Moves an element as it is.
__device__ __forceinline__ void copy_element(const void* from, long long at, void* to, long long target, int type) {
  switch (type) {
    case F32:
    case I32:
    case U32:
      static_cast<unsigned*>(to)[target] = element<unsigned>(from, at);
      break;
    case F64:
    case I64:
    case U64:
      static_cast<unsigned long long*>(to)[target] = element<unsigned long long>(from, at);
      break;
    case F16:
    case BF16:
    case I16:
    case U16:
      static_cast<unsigned short*>(to)[target] = element<unsigned short>(from, at);
      break;
    default:
      static_cast<unsigned char*>(to)[target] = element<unsigned char>(from, at);
  }
}

}  // namespace pelton
