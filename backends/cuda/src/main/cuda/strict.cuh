// The functions of Java's StrictMath in double precision, with its bits: the algorithms of FDLIBM 5.3, which StrictMath prescribes.
//
// FDLIBM is Copyright (C) 1993-2004 by Sun Microsystems, Inc. All rights reserved. Developed at SunSoft, a Sun Microsystems, Inc.
// business. Permission to use, copy, modify, and distribute this software is freely granted, provided that this notice is preserved.
#pragma once

#include "pelton.cuh"

// Large functions are called, not copied to each place, so that PTX stays small.
#define PELTON_FUNCTION __device__ __noinline__ static

namespace pelton {

__device__ __forceinline__ double with_high(double x, int high) { return __hiloint2double(high, __double2loint(x)); }

__device__ __forceinline__ double without_low(double x) { return __hiloint2double(__double2hiint(x), 0); }

__device__ __forceinline__ int magnitude_bits(double x) { return __double2hiint(x) & 0x7fffffff; }

__device__ __forceinline__ double infinity() { return __longlong_as_double(0x7ff0000000000000LL); }

__device__ __forceinline__ double not_a_number() { return __longlong_as_double(0x7ff8000000000000LL); }

// x 2^n for finite x that is not 0; rounds once, where the result is denormal.
__device__ __forceinline__ double scaled(double x, int n) {
  int exponent = (__double2hiint(x) >> 20 & 0x7ff) + n;
  int rest = __double2hiint(x) & static_cast<int>(0x800fffffu);
  if (exponent >= 0x7ff) return copysign(infinity(), x);
  if (exponent > 0) return with_high(x, rest | exponent << 20);
  if (exponent <= -54) return copysign(0.0, x);
  return with_high(x, rest | (exponent + 54) << 20) * 0x1p-54;
}

// Adds n to the exponent.
__device__ __forceinline__ double shifted(double x, int n) {
  return with_high(x, static_cast<int>(static_cast<unsigned>(__double2hiint(x)) + (static_cast<unsigned>(n) << 20)));
}

constexpr double LN2_HIGH_PART = 6.93147180369123816490e-01;
constexpr double LN2_LOW_PART = 1.90821492927058770002e-10;
constexpr double INVERSE_LN2 = 1.44269504088896338700e+00;
constexpr double EXP_OVERFLOW = 7.09782712893383973096e+02;

// x - x^2 p(x^2), of which e^x is a rational function.
__device__ __forceinline__ double exp_remainder(double x) {
  double t = x * x;
  return x - t * (1.66666666666666019037e-01 +
                  t * (-2.77777777770155933842e-03 +
                       t * (6.61375632143793436117e-05 + t * (-1.65339022054652515390e-06 + t * 4.13813679705723846039e-08))));
}

PELTON_FUNCTION double exp(double x) {
  int high = magnitude_bits(x);
  bool is_negative = __double2hiint(x) < 0;
  if (high >= 0x40862e42) {
    if (x != x) return x;
    if (x > EXP_OVERFLOW) return infinity();
    if (x < -7.45133219101941108420e+02) return 0.0;
  }
  double upper = 0;
  double lower = 0;
  int k = 0;
  if (high > 0x3fd62e42) {
    if (high < 0x3ff0a2b2) {
      upper = is_negative ? x + LN2_HIGH_PART : x - LN2_HIGH_PART;
      lower = is_negative ? -LN2_LOW_PART : LN2_LOW_PART;
      k = is_negative ? -1 : 1;
    } else {
      k = static_cast<int>(INVERSE_LN2 * x + (is_negative ? -0.5 : 0.5));
      upper = x - k * LN2_HIGH_PART;
      lower = k * LN2_LOW_PART;
    }
    x = upper - lower;
  } else if (high < 0x3e300000) {
    return 1.0 + x;
  }
  double c = exp_remainder(x);
  if (k == 0) return 1.0 - ((x * c) / (c - 2.0) - x);
  double y = 1.0 - ((lower - (x * c) / (2.0 - c)) - upper);
  return k >= -1021 ? shifted(y, k) : shifted(y, k + 1000) * 0x1p-1000;
}

PELTON_FUNCTION double log(double x) {
  int high = __double2hiint(x);
  int k = 0;
  if (high < 0x00100000) {
    if (x == 0) return -infinity();
    if (high < 0) return not_a_number();
    k -= 54;
    x *= 0x1p54;
    high = __double2hiint(x);
  }
  if (high >= 0x7ff00000) return x + x;
  k += (high >> 20) - 1023;
  high &= 0x000fffff;
  int carry = (high + 0x95f64) & 0x100000;
  x = with_high(x, high | (carry ^ 0x3ff00000));
  k += carry >> 20;
  double f = x - 1.0;
  double n = k;
  if ((0x000fffff & (2 + high)) < 3) {
    if (f == 0) return k == 0 ? 0.0 : n * LN2_HIGH_PART + n * LN2_LOW_PART;
    double r = f * f * (0.5 - 0.33333333333333333 * f);
    return k == 0 ? f - r : n * LN2_HIGH_PART - ((r - n * LN2_LOW_PART) - f);
  }
  double s = f / (2.0 + f);
  double z = s * s;
  double w = z * z;
  double even = w * (3.999999999940941908e-01 + w * (2.222219843214978396e-01 + w * 1.531383769920937332e-01));
  double odd = z * (6.666666666666735130e-01 +
                    w * (2.857142874366239149e-01 + w * (1.818357216161805012e-01 + w * 1.479819860511658591e-01)));
  double r = odd + even;
  if (((high - 0x6147a) | (0x6b851 - high)) > 0) {
    double half = 0.5 * f * f;
    return k == 0 ? f - (half - s * (half + r)) : n * LN2_HIGH_PART - ((half - (s * (half + r) + n * LN2_LOW_PART)) - f);
  }
  return k == 0 ? f - s * (f - r) : n * LN2_HIGH_PART - ((s * (f - r) - n * LN2_LOW_PART) - f);
}

PELTON_FUNCTION double log1p(double x) {
  int high = __double2hiint(x);
  int magnitude = magnitude_bits(x);
  int k = 1;
  double f = 0;
  int fraction = 1;
  if (high < 0x3fda827a) {
    if (magnitude >= 0x3ff00000) return x == -1.0 ? -infinity() : not_a_number();
    if (magnitude < 0x3e200000) return magnitude < 0x3c900000 ? x : x - x * x * 0.5;
    if (high > 0 || high <= static_cast<int>(0xbfd2bec3u)) {
      k = 0;
      f = x;
    }
  }
  if (high >= 0x7ff00000) return x + x;
  double c = 0;
  if (k != 0) {
    double u = x;
    if (high < 0x43400000) {
      u = 1.0 + x;
      k = (__double2hiint(u) >> 20) - 1023;
      c = (k > 0 ? 1.0 - (u - x) : x - (u - 1.0)) / u;
    } else {
      k = (__double2hiint(u) >> 20) - 1023;
    }
    fraction = __double2hiint(u) & 0x000fffff;
    if (fraction < 0x6a09e) {
      u = with_high(u, fraction | 0x3ff00000);
    } else {
      k += 1;
      u = with_high(u, fraction | 0x3fe00000);
      fraction = (0x00100000 - fraction) >> 2;
    }
    f = u - 1.0;
  }
  double half = 0.5 * f * f;
  double n = k;
  if (fraction == 0) {
    if (f == 0) return k == 0 ? 0.0 : n * LN2_HIGH_PART + (c + n * LN2_LOW_PART);
    double r = half * (1.0 - 0.66666666666666666 * f);
    return k == 0 ? f - r : n * LN2_HIGH_PART - ((r - (n * LN2_LOW_PART + c)) - f);
  }
  double s = f / (2.0 + f);
  double z = s * s;
  double r =
      z * (6.666666666666735130e-01 +
           z * (3.999999999940941908e-01 +
                z * (2.857142874366239149e-01 +
                     z * (2.222219843214978396e-01 +
                          z * (1.818357216161805012e-01 + z * (1.531383769920937332e-01 + z * 1.479819860511658591e-01))))));
  return k == 0 ? f - (half - s * (half + r))
                : n * LN2_HIGH_PART - ((half - (s * (half + r) + (n * LN2_LOW_PART + c))) - f);
}

PELTON_FUNCTION double expm1(double x) {
  int high = magnitude_bits(x);
  bool is_negative = __double2hiint(x) < 0;
  if (high >= 0x4043687a) {
    if (x != x) return x;
    if (is_negative) return -1.0;
    if (x > EXP_OVERFLOW) return infinity();
  }
  double c = 0;
  int k = 0;
  if (high > 0x3fd62e42) {
    double upper;
    double lower;
    if (high < 0x3ff0a2b2) {
      upper = is_negative ? x + LN2_HIGH_PART : x - LN2_HIGH_PART;
      lower = is_negative ? -LN2_LOW_PART : LN2_LOW_PART;
      k = is_negative ? -1 : 1;
    } else {
      k = static_cast<int>(INVERSE_LN2 * x + (is_negative ? -0.5 : 0.5));
      upper = x - k * LN2_HIGH_PART;
      lower = k * LN2_LOW_PART;
    }
    x = upper - lower;
    c = (upper - x) - lower;
  } else if (high < 0x3c900000) {
    return x;
  }
  double half = 0.5 * x;
  double z = x * half;
  double r = 1.0 + z * (-3.33333333333331316428e-02 +
                        z * (1.58730158725481460165e-03 +
                             z * (-7.93650757867487942473e-05 +
                                  z * (4.00821782732936239552e-06 + z * -2.01099218183624371326e-07))));
  double t = 3.0 - r * half;
  double e = z * ((r - t) / (6.0 - x * t));
  if (k == 0) return x - (x * e - z);
  e = (x * (e - c) - c) - z;
  if (k == -1) return 0.5 * (x - e) - 0.5;
  if (k == 1) return x < -0.25 ? -2.0 * (e - (x + 0.5)) : 1.0 + 2.0 * (x - e);
  if (k <= -2 || k > 56) return shifted(1.0 - (e - x), k) - 1.0;
  if (k < 20) return shifted(__hiloint2double(0x3ff00000 - (0x200000 >> k), 0) - (e - x), k);
  return shifted((x - (e + __hiloint2double((0x3ff - k) << 20, 0))) + 1.0, k);
}

PELTON_FUNCTION double tanh(double x) {
  int high = magnitude_bits(x);
  bool is_negative = __double2hiint(x) < 0;
  if (high >= 0x7ff00000) return is_negative ? 1.0 / x - 1.0 : 1.0 / x + 1.0;
  double z = 1.0;
  if (high < 0x40360000) {
    if (high < 0x3c800000) return x * (1.0 + x);
    if (high >= 0x3ff00000) {
      double t = expm1(2.0 * fabs(x));
      z = 1.0 - 2.0 / (t + 2.0);
    } else {
      double t = expm1(-2.0 * fabs(x));
      z = -t / (t + 2.0);
    }
  }
  return is_negative ? -z : z;
}

// e^|x| / 2 for |x| from 22 on, without overflow on the way to the last representable result.
__device__ __forceinline__ double half_exp(double x, double half) {
  if (magnitude_bits(x) < 0x40862e42) return half * exp(fabs(x));
  if (fabs(x) > __hiloint2double(0x408633ce, static_cast<int>(0x8fb9f87du))) return half * infinity();
  double w = exp(0.5 * fabs(x));
  return half * w * w;
}

PELTON_FUNCTION double sinh(double x) {
  int high = magnitude_bits(x);
  if (high >= 0x7ff00000) return x + x;
  double half = __double2hiint(x) < 0 ? -0.5 : 0.5;
  if (high >= 0x40360000) return half_exp(x, half);
  if (high < 0x3e300000) return x;
  double t = expm1(fabs(x));
  return high < 0x3ff00000 ? half * (2.0 * t - t * t / (t + 1.0)) : half * (t + t / (t + 1.0));
}

PELTON_FUNCTION double cosh(double x) {
  int high = magnitude_bits(x);
  if (high >= 0x7ff00000) return x * x;
  if (high >= 0x40360000) return half_exp(x, 0.5);
  if (high < 0x3fd62e43) {
    double t = expm1(fabs(x));
    double w = 1.0 + t;
    return high < 0x3c800000 ? w : 1.0 + (t * t) / (w + w);
  }
  double t = exp(fabs(x));
  return 0.5 * t + 0.5 / t;
}

// 0 where y is no integer, 1 where it is odd, 2 where it is even.
__device__ __forceinline__ int integer_kind(double y) {
  double magnitude = fabs(y);
  if (magnitude >= 0x1p53) return 2;
  if (!(magnitude >= 1.0)) return 0;
  long long whole = static_cast<long long>(magnitude);
  return static_cast<double>(whole) == magnitude ? 2 - static_cast<int>(whole & 1) : 0;
}

// The base 2 logarithm of x > 0 as the sum of two doubles, the first of which has no low word.
__device__ __forceinline__ double log2_of(double x, double* rest) {
  int n = 0;
  if (magnitude_bits(x) < 0x00100000) {
    x *= 0x1p53;
    n -= 53;
  }
  int high = __double2hiint(x);
  n += (high >> 20) - 0x3ff;
  int fraction = high & 0x000fffff;
  high = fraction | 0x3ff00000;
  bool is_upper = fraction > 0x3988e && fraction < 0xbb67a;
  if (fraction >= 0xbb67a) {
    n += 1;
    high -= 0x00100000;
  }
  x = with_high(x, high);
  double base = is_upper ? 1.5 : 1.0;
  double u = x - base;
  double v = 1.0 / (x + base);
  double s = u * v;
  double s_high = without_low(s);
  double t_high = __hiloint2double((high >> 1 | 0x20000000) + 0x00080000 + (is_upper ? 1 << 18 : 0), 0);
  double t_low = x - (t_high - base);
  double s_low = v * ((u - s_high * t_high) - s_high * t_low);
  double square = s * s;
  double r = square * square *
             (5.99999999999994648725e-01 +
              square * (4.28571428578550184252e-01 +
                        square * (3.33333329818377432918e-01 +
                                  square * (2.72728123808534006489e-01 +
                                            square * (2.30660745775561754067e-01 + square * 2.06975017800338417784e-01)))));
  r += s_low * (s_high + s);
  square = s_high * s_high;
  t_high = without_low(3.0 + square + r);
  t_low = r - ((t_high - 3.0) - square);
  u = s_high * t_high;
  v = s_low * t_high + t_low * s;
  double p_high = without_low(u + v);
  double p_low = v - (p_high - u);
  double z_high = 9.61796700954437255859e-01 * p_high;
  double z_low = -7.02846165095275826516e-09 * p_high + p_low * 9.61796693925975554329e-01 +
                 (is_upper ? 1.35003920212974897128e-08 : 0.0);
  double t = n;
  double base_log = is_upper ? 5.84962487220764160156e-01 : 0.0;
  double log = without_low(((z_high + z_low) + base_log) + t);
  *rest = z_low - (((log - t) - base_log) - z_high);
  return log;
}

// The same for x near 1, where powers of more than 2^31 are finite.
__device__ __forceinline__ double log2_near_one(double x, double* rest) {
  double t = x - 1.0;
  double w = (t * t) * (0.5 - t * (0.3333333333333333333333 - t * 0.25));
  double u = 1.44269502162933349609e+00 * t;
  double v = t * 1.92596299112661746887e-08 - w * INVERSE_LN2;
  double log = without_low(u + v);
  *rest = v - (log - u);
  return log;
}

// 2 to the power of p_high + p_low, which has the high word j.
__device__ __forceinline__ double exp2_of(double p_high, double p_low, int j) {
  int n = 0;
  if ((j & 0x7fffffff) > 0x3fe00000) {
    int k = ((j & 0x7fffffff) >> 20) - 0x3ff;
    n = j + (0x00100000 >> (k + 1));
    k = ((n & 0x7fffffff) >> 20) - 0x3ff;
    p_high -= __hiloint2double(n & ~(0x000fffff >> k), 0);
    n = ((n & 0x000fffff) | 0x00100000) >> (20 - k);
    if (j < 0) n = -n;
  }
  double t = without_low(p_low + p_high);
  double u = t * 6.93147182464599609375e-01;
  double v = (p_low - (t - p_high)) * 6.93147180559945286227e-01 + t * -1.90465429995776804525e-09;
  double z = u + v;
  double w = v - (z - u);
  t = exp_remainder(z);
  double r = (z * t) / (t - 2.0) - (w + z * w);
  z = 1.0 - (r - z);
  return scaled(z, n);
}

PELTON_FUNCTION double pow(double x, double y) {
  if (y == 0.0 || x == 1.0) return 1.0;
  if (x != x || y != y) return x + y;
  double magnitude = fabs(x);
  double exponent = fabs(y);
  if (y == 2.0) return x * x;
  if (y == 0.5 && x >= -1.7976931348623157e308) return sqrt(x + 0.0);
  if (exponent == 1.0) return y == 1.0 ? x : 1.0 / x;
  if (exponent == infinity()) {
    if (magnitude == 1.0) return 1.0;
    return (magnitude > 1.0) == (y > 0.0) ? infinity() : 0.0;
  }
  bool is_negative = __double2hiint(x) < 0;
  int kind = is_negative ? integer_kind(y) : 0;
  if (magnitude == 0.0 || magnitude == infinity() || magnitude == 1.0) {
    double z = y < 0.0 ? 1.0 / magnitude : magnitude;
    if (is_negative && magnitude == 1.0 && kind == 0) return not_a_number();
    return is_negative && kind == 1 ? -z : z;
  }
  if (is_negative && kind == 0) return not_a_number();
  double sign = is_negative && kind == 1 ? -1.0 : 1.0;
  double rest;
  double log;
  if (exponent > 0x1.00000ffffffffp31) {
    if (magnitude < 0x1.fffff00000000p-1) return sign * (y < 0.0 ? infinity() : 0.0);
    if (magnitude > 0x1.00000ffffffffp0) return sign * (y > 0.0 ? infinity() : 0.0);
    log = log2_near_one(magnitude, &rest);
  } else {
    log = log2_of(magnitude, &rest);
  }
  double y_high = without_low(y);
  double p_low = (y - y_high) * log + y * rest;
  double p_high = y_high * log;
  double z = p_low + p_high;
  int j = __double2hiint(z);
  if (z > 1024.0 || (z == 1024.0 && p_low + 8.0085662595372944372e-17 > z - p_high)) return sign * infinity();
  if (z < -1075.0 || (z == -1075.0 && p_low <= z - p_high)) return sign * 0.0;
  return sign * exp2_of(p_high, p_low, j);
}

}  // namespace pelton
