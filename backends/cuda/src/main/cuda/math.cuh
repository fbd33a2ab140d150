// Functions of numbers with the bits that the plain kernels in Java have: io.pelton.cpu.math, Java's own operators and StrictMath.
//
// Call them by their full names, pelton::exp and so on, since CUDA C has functions of its own by most of these names.
#pragma once

#include "pelton.cuh"
#include "strict.cuh"
#include "trigonometry.cuh"

namespace pelton {

__device__ __forceinline__ float power_of_two(int exponent) {
  return bits_to_float((static_cast<unsigned>(exponent) + 127u) << 23);
}

// See FloatMath for the errors of all that follow in float32.
__device__ __forceinline__ float exp(float x) {
  float clamped = x > 89.0f ? 89.0f : x < -104.0f ? -104.0f : x;
  float moved = fmaf(clamped, 0x1.715476p+0f, 0x1.8p+23f);
  int n = static_cast<int>(float_to_bits(moved) - 0x4b400000u);
  float whole = moved - 0x1.8p+23f;
  float r = fmaf(whole, 0x1.05c61p-29f, fmaf(whole, -0x1.62e43p-1f, clamped));
  float q = 0x1.6a23cep-10f;
  q = fmaf(q, r, 0x1.123a2p-7f);
  q = fmaf(q, r, 0x1.5558f2p-5f);
  q = fmaf(q, r, 0x1.555492p-3f);
  q = fmaf(q, r, 0x1.fffffcp-2f);
  float p = fmaf(r * r, q, r) + 1.0f;
  int half = n >> 1;
  return p * power_of_two(half) * power_of_two(n - half);
}

// e to the power of -x for x of 0 or more: see Decay.
__device__ __forceinline__ float decay(float x) {
  float near = x > 88.0f ? 88.0f : x;
  float rounder = 0x1.8p+23f + 127.0f;
  float moved = fmaf(near, -0x1.715476p+0f, rounder);
  float whole = moved - rounder;
  float r = fmaf(whole, 0x1.05c61p-29f, fmaf(whole, -0x1.62e43p-1f, -near));
  float q = 0x1.6a23cep-10f;
  q = fmaf(q, r, 0x1.123a2p-7f);
  q = fmaf(q, r, 0x1.5558f2p-5f);
  q = fmaf(q, r, 0x1.555492p-3f);
  q = fmaf(q, r, 0x1.fffffcp-2f);
  float p = fmaf(fmaf(q, r, 1.0f), r, 1.0f);
  return p * bits_to_float(float_to_bits(moved) << 23);
}

__device__ __forceinline__ double decay(double x) { return exp(-x); }

__device__ __forceinline__ float sigmoid(float x) {
  float e = exp(-fabsf(x));
  return (x < 0 ? e : 1.0f) / (1.0f + e);
}

// 2^n of n + 127 + 0x1.8p+23, or 0 of n = -127.
__device__ __forceinline__ float biased_power(float moved) { return bits_to_float(float_to_bits(moved) << 23); }

__device__ __forceinline__ float tanh(float x) {
  float magnitude = fabsf(x);
  float low = -(magnitude > 43.0f ? 43.0f : magnitude);
  float moved = fmaf(low, 2.0f * 0x1.715476p+0f, 0x1.8p+23f + 127.0f);
  float whole = moved - (0x1.8p+23f + 127.0f);
  float r = fmaf(whole, -0.5f * 0x1.62e43p-1f, low);
  float q = 0x1.6b9c68p-4f;
  q = fmaf(q, r, 0x1.12254ap-2f);
  q = fmaf(q, r, 0x1.5556f2p-1f);
  q = fmaf(q, r, 0x1.5554b4p+0f);
  q = fmaf(q, r, 0x1.fffffep+0f);
  q = fmaf(q, r, 2.0f);
  float power = biased_power(moved);
  float t = fmaf(q, r * power, power - 1.0f);
  return copysignf(t / (t + 2.0f), x);
}

__device__ __forceinline__ float gelu(float x) {
  float magnitude = fabsf(x);
  float m = magnitude > 10.142f ? 10.142f : magnitude;
  float g = 0x1.3eed94p-19f;
  g = fmaf(g, m, -0x1.1c7852p-15f);
  g = fmaf(g, m, 0x1.502b26p-13f);
  g = fmaf(g, m, 0x1.a21ab6p-13f);
  g = fmaf(g, m, -0x1.d442c8p-8f);
  g = fmaf(g, m, 0x1.ae83cap-5f);
  g = fmaf(g, m, 0x1.d635a6p-2f);
  g = fmaf(g, m, 0x1.26aefep+0f);
  g = fmaf(g, m, 0x1.fffffep-1f);
  float moved = (0x1.8p+23f + 127.0f) - g;
  float r = (moved - (0x1.8p+23f + 127.0f)) + g;
  float q = -0x1.5bda96p-10f;
  q = fmaf(q, r, 0x1.3ce8b2p-7f);
  q = fmaf(q, r, -0x1.c6b6d8p-5f);
  q = fmaf(q, r, 0x1.ebf9c2p-3f);
  q = fmaf(q, r, -0x1.62e42ap-1f);
  float power = biased_power(moved);
  float share = fmaf(q, r * power, power);
  return fmaf(-m, share, x > 0 ? x : 0.0f);
}

// log(1 + f) for f in [-0.3, 1].
__device__ __forceinline__ float log1p_of_small(float f) {
  float s = f / (2.0f + f);
  float z = s * s;
  float r = 0x1.f17334p-3f;
  r = fmaf(r, z, 0x1.b6e6ccp-3f);
  r = fmaf(r, z, 0x1.2508b2p-2f);
  r = fmaf(r, z, 0x1.9996bp-2f);
  r = fmaf(r, z, 0x1.555558p-1f);
  float half = 0.5f * f * f;
  return f - (half - s * fmaf(z, r, half));
}

__device__ __forceinline__ float log(float x) {
  bool is_tiny = x < 0x1p-126f;
  unsigned bits = float_to_bits(is_tiny ? x * 0x1p+23f : x);
  int exponent = static_cast<int>(bits - 0x3f3504f3u) >> 23;
  float f = bits_to_float(bits - (static_cast<unsigned>(exponent) << 23)) - 1.0f;
  float n = static_cast<float>(is_tiny ? exponent - 23 : exponent);
  float log = fmaf(n, 0x1.62e43p-1f, fmaf(n, -0x1.05c61p-29f, log1p_of_small(f)));
  float special = x == 0 ? bits_to_float(0xff800000u) : x < 0 ? bits_to_float(0x7fc00000u) : x;
  return x > 0 && x < bits_to_float(0x7f800000u) ? log : special;
}

__device__ __forceinline__ float softplus(float x) {
  return (x <= 0 ? 0.0f : x) + log1p_of_small(exp(-fabsf(x)));
}

__device__ __forceinline__ float erf(float x) {
  float magnitude = fabsf(x);
  float square = magnitude * magnitude;
  float p = 0x1.4996e6p-14f;
  p = fmaf(p, square, -0x1.a40952p-11f);
  p = fmaf(p, square, 0x1.540896p-8f);
  p = fmaf(p, square, -0x1.b7f97ep-6f);
  p = fmaf(p, square, 0x1.ce2dp-4f);
  p = fmaf(p, square, -0x1.81273ep-2f);
  p = fmaf(p, square, 0x1.06eba8p-3f);
  float near = fmaf(magnitude, p, magnitude);
  float a = magnitude > 4.0f ? 4.0f : magnitude;
  float g = 0x1.6c069p-16f;
  g = fmaf(g, a, -0x1.ceeaeep-12f);
  g = fmaf(g, a, 0x1.1398fap-8f);
  g = fmaf(g, a, -0x1.9d0bd6p-6f);
  g = fmaf(g, a, 0x1.bc18dp-4f);
  g = fmaf(g, a, 0x1.4434fp-1f);
  g = fmaf(g, a, 0x1.212c2cp+0f);
  g = fmaf(g, a, -0x1.8b3f28p-13f);
  float far = 1.0f - exp(-g);
  return copysignf(magnitude <= 1.0f ? near : far, x);
}

__device__ __forceinline__ float pow(float x, float y) {
  if (y == 2.0f) return x * x;
  double wide = x;
  if (y == 3.0f) return static_cast<float>(wide * wide * wide);
  return static_cast<float>(pow(wide, static_cast<double>(y)));
}

__device__ __forceinline__ double sigmoid(double x) {
  double e = exp(-fabs(x));
  return (x < 0 ? e : 1.0) / (1.0 + e);
}

__device__ __forceinline__ double softplus(double x) {
  return (x <= 0 ? 0.0 : x) + log1p(exp(-fabs(x)));
}

PELTON_FUNCTION double erf(double x) {
  double magnitude = fabs(x);
  double square = magnitude * magnitude;
  double p = -0x1.abae3eabd433ep-31;
  p = fma(p, square, 0x1.d71b0b81ec627p-27);
  p = fma(p, square, -0x1.5c072666fc9ebp-23);
  p = fma(p, square, 0x1.b97fd3c272cc7p-20);
  p = fma(p, square, -0x1.f4ca4d6cd641ep-17);
  p = fma(p, square, 0x1.f9a2baa8d6482p-14);
  p = fma(p, square, -0x1.c02db03dd574cp-11);
  p = fma(p, square, 0x1.565bccf92b25ap-8);
  p = fma(p, square, -0x1.b82ce311fa93ap-6);
  p = fma(p, square, 0x1.ce2f21a040d16p-4);
  p = fma(p, square, -0x1.812746b0379bdp-2);
  p = fma(p, square, 0x1.06eba8214db68p-3);
  double near = fma(magnitude, p, magnitude);
  double a = (magnitude > 6.0 ? 6.0 : magnitude) - 1.0;
  double g = -0x1.2763dc0462724p-40;
  g = fma(g, a, 0x1.ff4641b68d4d0p-36);
  g = fma(g, a, -0x1.97d3217e38e17p-32);
  g = fma(g, a, 0x1.8bff407b95ca4p-29);
  g = fma(g, a, -0x1.0173e2465556cp-26);
  g = fma(g, a, 0x1.c0f219eaffb3ep-25);
  g = fma(g, a, -0x1.a51eb7b9ea4dcp-24);
  g = fma(g, a, -0x1.310ca60ed592ep-23);
  g = fma(g, a, 0x1.14527337aa689p-19);
  g = fma(g, a, -0x1.4263e2724c453p-17);
  g = fma(g, a, 0x1.c7a4d19e6ea85p-16);
  g = fma(g, a, -0x1.b8dd4c44ae650p-16);
  g = fma(g, a, -0x1.f1b3982c6053cp-13);
  g = fma(g, a, 0x1.033f65e8244a6p-9);
  g = fma(g, a, -0x1.48c9d3ed4987ap-7);
  g = fma(g, a, 0x1.5477f09c10335p-5);
  g = fma(g, a, 0x1.afabc11a29559p-1);
  g = fma(g, a, 0x1.51c9b0006c237p+1);
  g = fma(g, a, 0x1.d97fbf27aa2a1p+0);
  double far = 1.0 - exp(-g);
  return copysign(magnitude <= 1.0 ? near : far, x);
}

PELTON_FUNCTION double gelu(double x) { return x * (erf(x / 1.4142135623730951) + 1) * 0.5; }

PELTON_FUNCTION double asinh(double x) {
  double magnitude = fabs(x);
  if (magnitude < 0x1p-28) return x;
  double square = magnitude * magnitude;
  double value = magnitude > 0x1p28 ? log(magnitude) + 0x1.62e42fefa39efp-1
                                    : log1p(magnitude + square / (1.0 + sqrt(1.0 + square)));
  return copysign(value, x);
}

PELTON_FUNCTION double acosh(double x) {
  if (x > 0x1p28) return log(x) + 0x1.62e42fefa39efp-1;
  if (x < 1.0) return not_a_number();
  double t = x - 1.0;
  return log1p(t + sqrt(t * (t + 2.0)));
}

PELTON_FUNCTION double atanh(double x) {
  double magnitude = fabs(x);
  if (magnitude < 0x1p-28) return x;
  return copysign(0.5 * log1p(2.0 * magnitude / (1.0 - magnitude)), x);
}

// Computed in float64 and rounded once, as in Java.
__device__ __forceinline__ float sin(float x) { return static_cast<float>(sin(static_cast<double>(x))); }
__device__ __forceinline__ float cos(float x) { return static_cast<float>(cos(static_cast<double>(x))); }
__device__ __forceinline__ float tan(float x) { return static_cast<float>(tan(static_cast<double>(x))); }
__device__ __forceinline__ float asin(float x) { return static_cast<float>(asin(static_cast<double>(x))); }
__device__ __forceinline__ float acos(float x) { return static_cast<float>(acos(static_cast<double>(x))); }
__device__ __forceinline__ float atan(float x) { return static_cast<float>(atan(static_cast<double>(x))); }
__device__ __forceinline__ float sinh(float x) { return static_cast<float>(sinh(static_cast<double>(x))); }
__device__ __forceinline__ float cosh(float x) { return static_cast<float>(cosh(static_cast<double>(x))); }
__device__ __forceinline__ float asinh(float x) { return static_cast<float>(asinh(static_cast<double>(x))); }
__device__ __forceinline__ float acosh(float x) { return static_cast<float>(acosh(static_cast<double>(x))); }
__device__ __forceinline__ float atanh(float x) { return static_cast<float>(atanh(static_cast<double>(x))); }

__device__ __forceinline__ float absolute(float x) { return fabsf(x); }
__device__ __forceinline__ double absolute(double x) { return fabs(x); }
__device__ __forceinline__ float square_root(float x) { return sqrtf(x); }
__device__ __forceinline__ double square_root(double x) { return sqrt(x); }
__device__ __forceinline__ float round_down(float x) { return floorf(x); }
__device__ __forceinline__ double round_down(double x) { return floor(x); }
__device__ __forceinline__ float round_up(float x) { return ceilf(x); }
__device__ __forceinline__ double round_up(double x) { return ceil(x); }
// To nearest, ties to even.
__device__ __forceinline__ float round_nearest(float x) { return rintf(x); }
__device__ __forceinline__ double round_nearest(double x) { return rint(x); }
__device__ __forceinline__ float fused(float a, float b, float c) { return fmaf(a, b, c); }
__device__ __forceinline__ double fused(double a, double b, double c) { return fma(a, b, c); }

// NaN and -0 stay what they are.
template <typename F>
__device__ __forceinline__ F relu(F x) {
  return x < 0 ? 0 : x;
}

// NaN stays NaN, -0 becomes 0.
template <typename F>
__device__ __forceinline__ F sign(F x) {
  return x > 0 ? 1 : x < 0 ? -1 : x == 0 ? 0 : x;
}

// NaN stays NaN, and a bound that is NaN holds nothing back.
template <typename F>
__device__ __forceinline__ F not_below(F x, F low) {
  return x < low ? low : x;
}

template <typename F>
__device__ __forceinline__ F not_above(F x, F high) {
  return x > high ? high : x;
}

// What is left of a division that truncates, with the sign of x; exact.
__device__ __forceinline__ float remainder_of(float x, float y) { return fmodf(x, y); }
__device__ __forceinline__ double remainder_of(double x, double y) { return fmod(x, y); }

// The lesser one; NaN where one of them is NaN; -0 is less than 0.
__device__ __forceinline__ float minimum(float x, float y) {
  if (x == 0 && y == 0) return bits_to_float(float_to_bits(x) | float_to_bits(y));
  return x <= y || x != x ? x : y;
}

__device__ __forceinline__ float maximum(float x, float y) {
  if (x == 0 && y == 0) return bits_to_float(float_to_bits(x) & float_to_bits(y));
  return x >= y || x != x ? x : y;
}

__device__ __forceinline__ double minimum(double x, double y) {
  if (x == 0 && y == 0) return __longlong_as_double(__double_as_longlong(x) | __double_as_longlong(y));
  return x <= y || x != x ? x : y;
}

__device__ __forceinline__ double maximum(double x, double y) {
  if (x == 0 && y == 0) return __longlong_as_double(__double_as_longlong(x) & __double_as_longlong(y));
  return x >= y || x != x ? x : y;
}

__device__ __forceinline__ long long minimum(long long x, long long y) { return x < y ? x : y; }
__device__ __forceinline__ long long maximum(long long x, long long y) { return x > y ? x : y; }
__device__ __forceinline__ unsigned long long minimum(unsigned long long x, unsigned long long y) { return x < y ? x : y; }
__device__ __forceinline__ unsigned long long maximum(unsigned long long x, unsigned long long y) { return x > y ? x : y; }

// Conversions of floats towards zero that stop at the bounds of the integers; NaN gives 0.
template <typename F>
__device__ __forceinline__ long long to_i64(F x) {
  if (x >= static_cast<F>(0x1p63)) return 0x7fffffffffffffffLL;
  if (x < static_cast<F>(-0x1p63)) return -0x7fffffffffffffffLL - 1;
  return x == x ? static_cast<long long>(x) : 0;
}

template <typename F>
__device__ __forceinline__ int to_i32(F x) {
  if (x >= static_cast<F>(0x1p31)) return 0x7fffffff;
  if (x <= static_cast<F>(-0x1p31)) return -0x7fffffff - 1;
  return x == x ? static_cast<int>(x) : 0;
}

template <typename F>
__device__ __forceinline__ unsigned to_u32(F x) {
  if (x >= static_cast<F>(0x1p32)) return 0xffffffffu;
  return x > 0 ? static_cast<unsigned>(x) : 0;
}

template <typename F>
__device__ __forceinline__ unsigned long long to_u64(F x) {
  if (x >= static_cast<F>(0x1p64)) return 0xffffffffffffffffULL;
  return x > 0 ? static_cast<unsigned long long>(x) : 0;
}

// Rounds to odd, so that rounding the result once more is as if it had been done at once.
__device__ __forceinline__ float to_odd_float(double x) {
  float rounded = static_cast<float>(x);
  unsigned bits = float_to_bits(rounded);
  if (static_cast<double>(rounded) == x || (bits & 0x7f800000u) == 0x7f800000u) return rounded;
  bool is_away = fabs(static_cast<double>(rounded)) > fabs(x);
  return bits_to_float((is_away ? bits - 1 : bits) | 1u);
}

__device__ __forceinline__ f16 to_f16(double x) { return to_f16(to_odd_float(x)); }

__device__ __forceinline__ bf16 to_bf16(double x) { return to_bf16(to_odd_float(x)); }

// A double that rounds to halves as the integer itself would.
__device__ __forceinline__ double to_odd_double(long long x) {
  if (x <= 1LL << 53 && x >= -(1LL << 53)) return static_cast<double>(x);
  return static_cast<double>((x & ~0x7ffLL) | ((x & 0x7ff) == 0 ? 0 : 0x800));
}

__device__ __forceinline__ double to_odd_double(unsigned long long x) {
  if (x <= 0x7fffffffffffffffULL) return to_odd_double(static_cast<long long>(x));
  return to_odd_double(static_cast<long long>(x >> 1 | (x & 1))) * 2.0;
}

}  // namespace pelton
