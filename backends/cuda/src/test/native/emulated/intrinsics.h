// CUDA's functions of numbers, on the host's exact ones. Conversions saturate and take NaN as devices do.
#pragma once

#include <limits.h>

#include "atomics.h"
#include "conversions.h"

template <typename T>
inline T __ldg(const T* address) {
  return *address;
}

inline int min(int a, int b) { return b < a ? b : a; }
inline int max(int a, int b) { return a < b ? b : a; }
inline unsigned min(unsigned a, unsigned b) { return b < a ? b : a; }
inline unsigned max(unsigned a, unsigned b) { return a < b ? b : a; }
inline long min(long a, long b) { return b < a ? b : a; }
inline long max(long a, long b) { return a < b ? b : a; }
inline unsigned long min(unsigned long a, unsigned long b) { return b < a ? b : a; }
inline unsigned long max(unsigned long a, unsigned long b) { return a < b ? b : a; }
inline long long min(long long a, long long b) { return b < a ? b : a; }
inline long long max(long long a, long long b) { return a < b ? b : a; }
inline unsigned long long min(unsigned long long a, unsigned long long b) { return b < a ? b : a; }
inline unsigned long long max(unsigned long long a, unsigned long long b) { return a < b ? b : a; }

// As devices: -0 is less than 0, and a number wins over NaN.
namespace pelton_emulator {

template <typename T>
inline T lesser(T a, T b) {
  if (a == b) return signbit(a) ? a : b;
  return a < b || isnan(b) ? a : b;
}
template <typename T>
inline T greater(T a, T b) {
  if (a == b) return signbit(a) ? b : a;
  return b < a || isnan(b) ? a : b;
}

}  // namespace pelton_emulator

inline float min(float a, float b) { return pelton_emulator::lesser(a, b); }
inline float max(float a, float b) { return pelton_emulator::greater(a, b); }
inline double min(double a, double b) { return pelton_emulator::lesser(a, b); }
inline double max(double a, double b) { return pelton_emulator::greater(a, b); }
#define fminf(a, b) min(static_cast<float>(a), static_cast<float>(b))
#define fmaxf(a, b) max(static_cast<float>(a), static_cast<float>(b))
#define fmin(a, b) min(static_cast<double>(a), static_cast<double>(b))
#define fmax(a, b) max(static_cast<double>(a), static_cast<double>(b))

inline float rsqrtf(float x) { return 1.0f / sqrtf(x); }
inline double rsqrt(double x) { return 1.0 / sqrt(x); }

inline float __fadd_rn(float a, float b) { return a + b; }
inline float __fsub_rn(float a, float b) { return a - b; }
inline float __fmul_rn(float a, float b) { return a * b; }
inline float __fdiv_rn(float a, float b) { return a / b; }
inline float __fmaf_rn(float a, float b, float c) { return fmaf(a, b, c); }
inline float __fsqrt_rn(float x) { return sqrtf(x); }
inline float __frcp_rn(float x) { return 1.0f / x; }
inline double __dadd_rn(double a, double b) { return a + b; }
inline double __dsub_rn(double a, double b) { return a - b; }
inline double __dmul_rn(double a, double b) { return a * b; }
inline double __ddiv_rn(double a, double b) { return a / b; }
inline double __fma_rn(double a, double b, double c) { return fma(a, b, c); }
inline double __dsqrt_rn(double x) { return sqrt(x); }
inline double __drcp_rn(double x) { return 1.0 / x; }

inline int __clz(int x) { return x == 0 ? 32 : __builtin_clz(static_cast<unsigned>(x)); }
inline int __clzll(long long x) { return x == 0 ? 64 : __builtin_clzll(static_cast<unsigned long long>(x)); }
inline int __ffs(int x) { return __builtin_ffs(x); }
inline int __ffsll(long long x) { return __builtin_ffsll(x); }
inline int __popc(unsigned x) { return __builtin_popcount(x); }
inline int __popcll(unsigned long long x) { return __builtin_popcountll(x); }

inline int __mulhi(int a, int b) { return static_cast<int>(static_cast<long long>(a) * b >> 32); }
inline unsigned __umulhi(unsigned a, unsigned b) {
  return static_cast<unsigned>(static_cast<unsigned long long>(a) * b >> 32);
}
inline long long __mul64hi(long long a, long long b) {
  return static_cast<long long>(static_cast<__int128>(a) * b >> 64);
}
inline unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
  return static_cast<unsigned long long>(static_cast<unsigned __int128>(a) * b >> 64);
}

// The sum of c and the products of the four bytes of each.
inline int __dp4a(int a, int b, int c) {
  for (int shift = 0; shift < 32; shift += 8) {
    c += static_cast<signed char>(a >> shift) * static_cast<signed char>(b >> shift);
  }
  return c;
}
inline unsigned __dp4a(unsigned a, unsigned b, unsigned c) {
  for (int shift = 0; shift < 32; shift += 8) {
    c += static_cast<unsigned>(static_cast<unsigned char>(a >> shift)) * static_cast<unsigned char>(b >> shift);
  }
  return c;
}
