// What every kernel includes: how kernels are declared, the rows of a run, shapes, 16-bit floats.
//
// The same sources are compiled by nvcc for devices, without contraction of products and sums (-fmad=false), and by the host's compiler
// for tests. Kernels sum in the order of the plain kernels in Java, so that their results have the same bits.
#pragma once

#ifdef __CUDACC__
#define PELTON_KERNEL(name, ...) extern "C" __global__ void name(__VA_ARGS__)
#define PELTON_SHARED(type, name)                                 \
  extern __shared__ __align__(16) unsigned char pelton_dynamic[]; \
  type* name = reinterpret_cast<type*>(pelton_dynamic)
// A structure among the parameters that is read at indices that the compiler does not know: read where it lies, not copied first.
#define PELTON_CONSTANT const __grid_constant__
// Before a loop of few rounds that is not worth its length in code.
#define PELTON_ROLLED _Pragma("unroll 1")
#else
#define PELTON_CONSTANT const
#include "emulated_cuda.h"
#define PELTON_ROLLED
#endif

namespace pelton {

// The most axes that a kernel goes through; views are folded before, so that few have as many.
constexpr int MAX_AXES = 16;

// How many elements a launch computes: rows that are active in this run, times the elements of each.
struct Extent {
  const int* active;  // null where the whole is computed
  long long per_row;
  long long bound;  // elements of all rows for which there is memory
};

__device__ __forceinline__ long long count(Extent extent) {
  if (extent.active == nullptr) return extent.bound;
  long long active = *extent.active * extent.per_row;
  return active < extent.bound ? active : extent.bound;
}

// Lengths or strides, in elements, axis 0 first.
struct Axes {
  long long of[MAX_AXES];
};

// What the kernels of a queue refused: see Refusals.java. The first kernel that refuses something takes the record; of its values, that at
// the lowest position stays.
struct Refusals {
  unsigned long long ticket;
  unsigned long long high;
  unsigned long long low;
};

// Where a kernel notes a value that it must refuse.
struct Watch {
  Refusals* refusals;
  unsigned long long ticket;
};

// The kernel goes on with a value that does no harm.
__device__ __forceinline__ void refuse(Watch watch, long long position, long long value) {
  unsigned long long before = atomicCAS(&watch.refusals->ticket, 0ull, watch.ticket);
  if (before != 0 && before != watch.ticket) return;
  unsigned long long at = static_cast<unsigned long long>(position) << 32;
  unsigned long long bits = static_cast<unsigned long long>(value);
  atomicMin(&watch.refusals->high, at | bits >> 32);
  atomicMin(&watch.refusals->low, at | (bits & 0xffffffffull));
}

__device__ __forceinline__ long long thread_index() {
  return static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
}

// IEEE binary16 in the low bits of an integer.
struct f16 {
  unsigned short bits;
};

// The upper half of a float32.
struct bf16 {
  unsigned short bits;
};

__device__ __forceinline__ float bits_to_float(unsigned bits) { return __int_as_float(static_cast<int>(bits)); }

__device__ __forceinline__ unsigned float_to_bits(float value) { return static_cast<unsigned>(__float_as_int(value)); }

__device__ __forceinline__ float to_float(bf16 value) { return bits_to_float(static_cast<unsigned>(value.bits) << 16); }

__device__ __forceinline__ float to_float(f16 value) {
#ifdef __CUDA_ARCH__
  float wide;
  asm("cvt.f32.f16 %0, %1;" : "=f"(wide) : "h"(value.bits));
  return wide;
#else
  unsigned sign = (value.bits & 0x8000u) << 16;
  unsigned exponent = (value.bits >> 10) & 0x1fu;
  unsigned fraction = value.bits & 0x3ffu;
  if (exponent == 0x1fu) return bits_to_float(sign | 0x7f800000u | fraction << 13);
  if (exponent != 0) return bits_to_float(sign | (exponent + 112u) << 23 | fraction << 13);
  float magnitude = static_cast<float>(fraction) * 0x1p-24f;
  return bits_to_float(sign | float_to_bits(magnitude));
#endif
}

// To nearest, ties to even; a NaN stays one.
__device__ __forceinline__ bf16 to_bf16(float value) {
  unsigned bits = float_to_bits(value);
  if ((bits & 0x7fffffffu) > 0x7f800000u) return bf16{static_cast<unsigned short>(bits >> 16 | 0x40u)};
  return bf16{static_cast<unsigned short>((bits + 0x7fffu + (bits >> 16 & 1u)) >> 16)};
}

// To nearest, ties to even; a NaN stays one.
__device__ __forceinline__ f16 to_f16(float value) {
#ifdef __CUDA_ARCH__
  f16 narrow;
  asm("cvt.rn.f16.f32 %0, %1;" : "=h"(narrow.bits) : "f"(value));
  return narrow;
#else
  unsigned bits = float_to_bits(value);
  unsigned sign = bits >> 16 & 0x8000u;
  unsigned magnitude = bits & 0x7fffffffu;
  unsigned half;
  if (magnitude > 0x7f800000u) {
    half = 0x7e00u;
  } else if (magnitude >= 0x47800000u) {  // 65536 and more
    half = 0x7c00u;
  } else if (magnitude < 0x38800000u) {  // below the least normal one: adding 0.5 rounds to its last place
    half = float_to_bits(bits_to_float(magnitude) + 0.5f) - 0x3f000000u;
  } else {
    half = (magnitude - 0x38000000u + 0xfffu + (magnitude >> 13 & 1u)) >> 13;
  }
  return f16{static_cast<unsigned short>(sign | half)};
#endif
}

// What a kernel computes elements of a type in: itself, and float32 for 16-bit floats.
template <typename T>
struct Wide {
  using type = T;
  static __device__ __forceinline__ T load(T value) { return value; }
  static __device__ __forceinline__ T store(T value) { return value; }
};

template <>
struct Wide<f16> {
  using type = float;
  static __device__ __forceinline__ float load(f16 value) { return to_float(value); }
  static __device__ __forceinline__ f16 store(float value) { return to_f16(value); }
};

template <>
struct Wide<bf16> {
  using type = float;
  static __device__ __forceinline__ float load(bf16 value) { return to_float(value); }
  static __device__ __forceinline__ bf16 store(float value) { return to_bf16(value); }
};

// A partial sum's place among the sixteen of a reduction, see the plain kernels: element i goes to sum i mod 16, and these are added
// pairwise, 8 apart, then 4, 2, 1.
constexpr int PARTIAL_SUMS = 16;

}  // namespace pelton
