// The trigonometric functions of Java's StrictMath in double precision, with its bits: the algorithms of FDLIBM 5.3.
//
// FDLIBM is Copyright (C) 1993-2004 by Sun Microsystems, Inc. All rights reserved. Developed at SunSoft, a Sun Microsystems, Inc.
// business. Permission to use, copy, modify, and distribute this software is freely granted, provided that this notice is preserved.
#pragma once

#include "strict.cuh"

namespace pelton {

constexpr double HALF_PI_HIGH = 1.57079632679489655800e+00;
constexpr double HALF_PI_LOW = 6.12323399573676603587e-17;

// An angle between -pi/4 and pi/4 as the sum of two doubles, and how many quarter turns were taken off.
struct Angle {
  double high;
  double low;
  int quarters;
};

// Takes multiples of pi/2 off an angle that is 2^e0 times the sum of 24-bit parts[0..count), each 2^-24 of the one before: the product
// with as many bits of 2/pi as the result needs.
PELTON_FUNCTION Angle reduce_large(const double* parts, int e0, int count) {
  const int two_over_pi[66] = {
      0xa2f983, 0x6e4e44, 0x1529fc, 0x2757d1, 0xf534dd, 0xc0db62, 0x95993c, 0x439041, 0xfe5163, 0xabdebb, 0xc561b7,
      0x246e3a, 0x424dd2, 0xe00649, 0x2eea09, 0xd1921c, 0xfe1deb, 0x1cb129, 0xa73ee8, 0x8235f5, 0x2ebb44, 0x84e99c,
      0x7026b4, 0x5f7e41, 0x3991d6, 0x398353, 0x39f49c, 0x845f8b, 0xbdf928, 0x3b1ff8, 0x97ffde, 0x05980f, 0xef2f11,
      0x8b5a0a, 0x6d1f6d, 0x367ecf, 0x27cb09, 0xb74f46, 0x3f669e, 0x5fea2d, 0x7527ba, 0xc7ebe5, 0xf17b3d, 0x0739f7,
      0x8a5292, 0xea6bfb, 0x5fb11f, 0x8d5d08, 0x560330, 0x46fc7b, 0x6babf0, 0xcfbc20, 0x9af436, 0x1da9e3, 0x91615e,
      0xe61b08, 0x659985, 0x5f14a0, 0x68408d, 0xffd880, 0x4d7327, 0x310606, 0x1556ca, 0x73a8c9, 0x60e27b, 0xc08c6b};
  const double half_pi[8] = {0x1.921fb4p+0,  0x1.4442dp-24,     0x1.846988p-48,   0x1.8cc516p-72,
                             0x1.01b838p-96, 0x1.a25204p-120, 0x1.382228p-145, 0x1.9f31dp-169};
  const int first = 4;
  int last = count - 1;
  int start = (e0 - 3) / 24;
  if (start < 0) start = 0;
  int q0 = e0 - 24 * (start + 1);
  double f[20];
  double q[20];
  int iq[20];
  for (int i = 0; i <= last + first; i++) {
    int j = start - last + i;
    f[i] = j < 0 ? 0.0 : static_cast<double>(two_over_pi[j]);
  }
  for (int i = 0; i <= first; i++) {
    double sum = 0.0;
    for (int j = 0; j <= last; j++) sum += parts[j] * f[last + i - j];
    q[i] = sum;
  }
  int jz = first;
  int n;
  int half;
  double z;
  while (true) {
    z = q[jz];
    for (int i = 0, j = jz; j > 0; i++, j--) {
      double carried = static_cast<double>(static_cast<int>(0x1p-24 * z));
      iq[i] = static_cast<int>(z - 0x1p24 * carried);
      z = q[j - 1] + carried;
    }
    z = z == 0.0 ? z : scaled(z, q0);
    z -= 8.0 * floor(z * 0.125);
    n = static_cast<int>(z);
    z -= static_cast<double>(n);
    half = 0;
    if (q0 > 0) {
      int i = iq[jz - 1] >> (24 - q0);
      n += i;
      iq[jz - 1] -= i << (24 - q0);
      half = iq[jz - 1] >> (23 - q0);
    } else if (q0 == 0) {
      half = iq[jz - 1] >> 23;
    } else if (z >= 0.5) {
      half = 2;
    }
    if (half > 0) {
      n += 1;
      int carry = 0;
      for (int i = 0; i < jz; i++) {
        int j = iq[i];
        if (carry != 0) {
          iq[i] = 0xffffff - j;
        } else if (j != 0) {
          carry = 1;
          iq[i] = 0x1000000 - j;
        }
      }
      if (q0 == 1) iq[jz - 1] &= 0x7fffff;
      if (q0 == 2) iq[jz - 1] &= 0x3fffff;
      if (half == 2) {
        z = 1.0 - z;
        if (carry != 0) z -= scaled(1.0, q0);
      }
    }
    if (z != 0.0) break;
    int bits = 0;
    for (int i = jz - 1; i >= first; i--) bits |= iq[i];
    if (bits != 0) break;
    int more = 1;
    while (iq[first - more] == 0) more++;
    for (int i = jz + 1; i <= jz + more; i++) {
      f[last + i] = static_cast<double>(two_over_pi[start + i]);
      double sum = 0.0;
      for (int j = 0; j <= last; j++) sum += parts[j] * f[last + i - j];
      q[i] = sum;
    }
    jz += more;
  }
  if (z == 0.0) {
    do {
      jz--;
      q0 -= 24;
    } while (iq[jz] == 0);
  } else {
    z = scaled(z, -q0);
    if (z >= 0x1p24) {
      double carried = static_cast<double>(static_cast<int>(0x1p-24 * z));
      iq[jz] = static_cast<int>(z - 0x1p24 * carried);
      jz++;
      q0 += 24;
      iq[jz] = static_cast<int>(carried);
    } else {
      iq[jz] = static_cast<int>(z);
    }
  }
  double unit = scaled(1.0, q0);
  for (int i = jz; i >= 0; i--) {
    q[i] = unit * static_cast<double>(iq[i]);
    unit *= 0x1p-24;
  }
  for (int i = jz; i >= 0; i--) {
    double sum = 0.0;
    for (int k = 0; k <= first && k <= jz - i; k++) sum += half_pi[k] * q[i + k];
    f[jz - i] = sum;
  }
  double high = 0.0;
  for (int i = jz; i >= 0; i--) high += f[i];
  double low = f[0] - high;
  for (int i = 1; i <= jz; i++) low += f[i];
  return half == 0 ? Angle{high, low, n & 7} : Angle{-high, -low, n & 7};
}

// Of a magnitude up to 2^19 pi/2: pi/2 in parts of 33 bits, as many as do not cancel.
__device__ __forceinline__ Angle reduce_medium(double t) {
  int n = static_cast<int>(t * 6.36619772367581382433e-01 + 0.5);
  double whole = n;
  double r = t - whole * 1.57079632673412561417e+00;
  double w = whole * 6.07710050650619224932e-11;
  double high = r - w;
  int exponent = magnitude_bits(t) >> 20;
  if (exponent - (__double2hiint(high) >> 20 & 0x7ff) > 16) {
    double before = r;
    w = whole * 6.07710050630396597660e-11;
    r = before - w;
    w = whole * 2.02226624879595063154e-21 - ((before - r) - w);
    high = r - w;
    if (exponent - (__double2hiint(high) >> 20 & 0x7ff) > 49) {
      before = r;
      w = whole * 2.02226624871116645580e-21;
      r = before - w;
      w = whole * 8.47842766036889956997e-32 - ((before - r) - w);
      high = r - w;
    }
  }
  return Angle{high, (r - high) - w, n};
}

PELTON_FUNCTION Angle reduce_angle(double x) {
  int high = magnitude_bits(x);
  if (high <= 0x3fe921fb) return Angle{x, 0.0, 0};
  if (high >= 0x7ff00000) return Angle{x - x, x - x, 0};
  bool is_negative = __double2hiint(x) < 0;
  Angle angle;
  if (high < 0x4002d97c) {
    double z = fabs(x) - 1.57079632673412561417e+00;
    double tail = 6.07710050650619224932e-11;
    if (high == 0x3ff921fb) {
      z -= 6.07710050630396597660e-11;
      tail = 2.02226624879595063154e-21;
    }
    double upper = z - tail;
    angle = Angle{upper, (z - upper) - tail, 1};
  } else if (high <= 0x413921fb) {
    angle = reduce_medium(fabs(x));
  } else {
    int e0 = (high >> 20) - 1046;
    double z = with_high(fabs(x), high - (e0 << 20));
    double parts[3];
    for (int i = 0; i < 2; i++) {
      parts[i] = static_cast<double>(static_cast<int>(z));
      z = (z - parts[i]) * 0x1p24;
    }
    parts[2] = z;
    int count = 3;
    while (parts[count - 1] == 0.0) count--;
    angle = reduce_large(parts, e0, count);
  }
  return is_negative ? Angle{-angle.high, -angle.low, -angle.quarters} : angle;
}

// The sine between -pi/4 and pi/4.
__device__ __forceinline__ double near_sin(double x, double rest, bool has_rest) {
  if (magnitude_bits(x) < 0x3e400000) return x;
  double z = x * x;
  double v = z * x;
  double r = 8.33333333332248946124e-03 +
             z * (-1.98412698298579493134e-04 +
                  z * (2.75573137070700676789e-06 + z * (-2.50507602534068634195e-08 + z * 1.58969099521155010221e-10)));
  if (!has_rest) return x + v * (-1.66666666666666324348e-01 + z * r);
  return x - ((z * (0.5 * rest - v * r) - rest) - v * -1.66666666666666324348e-01);
}

// The cosine between -pi/4 and pi/4.
__device__ __forceinline__ double near_cos(double x, double rest) {
  int high = magnitude_bits(x);
  if (high < 0x3e400000) return 1.0;
  double z = x * x;
  double r = z * (4.16666666666666019037e-02 +
                  z * (-1.38888888888741095749e-03 +
                       z * (2.48015872894767294178e-05 +
                            z * (-2.75573143513906633035e-07 +
                                 z * (2.08757232129817482790e-09 + z * -1.13596475577881948265e-11)))));
  if (high < 0x3fd33333) return 1.0 - (0.5 * z - (z * r - x * rest));
  double quarter = high > 0x3fe90000 ? 0.28125 : __hiloint2double(high - 0x00200000, 0);
  double half = 0.5 * z - quarter;
  return (1.0 - quarter) - (half - (z * r - x * rest));
}

// -1 / (w + r), of which w is the sum of x and what is beside it, with less error than a division has.
__device__ __forceinline__ double minus_reciprocal(double w, double x, double r) {
  double z = without_low(w);
  double v = r - (z - x);
  double a = -1.0 / w;
  double t = without_low(a);
  double s = 1.0 + t * z;
  return t + a * (s + t * v);
}

// The tangent between -pi/4 and pi/4, or -1 over it.
__device__ __forceinline__ double near_tan(double x, double y, bool is_inverted) {
  int high = magnitude_bits(x);
  if (high < 0x3e300000) {
    if (!is_inverted) return x;
    return x == 0.0 ? infinity() : minus_reciprocal(x + y, x, y);
  }
  bool is_far = high >= 0x3fe59428;
  double sign = __double2hiint(x) < 0 ? -1.0 : 1.0;
  if (is_far) {
    double z = 7.85398163397448278999e-01 - sign * x;
    double w = 3.06161699786838301793e-17 - sign * y;
    x = z + w;
    y = 0.0;
  }
  double z = x * x;
  double w = z * z;
  double r = 1.33333333333201242699e-01 +
             w * (2.18694882948595424599e-02 +
                  w * (3.59207910759131235356e-03 +
                       w * (5.88041240820264096874e-04 +
                            w * (7.81794442939557092300e-05 + w * -1.85586374855275456654e-05))));
  double v = z * (5.39682539762260521377e-02 +
                  w * (8.86323982359930005737e-03 +
                       w * (1.45620945432529025516e-03 +
                            w * (2.46463134818469906812e-04 +
                                 w * (7.14072491382608190305e-05 + w * 2.59073051863633712884e-05)))));
  double s = z * x;
  r = y + z * (s * (r + v) + y);
  r += 3.33333333333334091986e-01 * s;
  w = x + r;
  if (is_far) {
    double turn = is_inverted ? -1.0 : 1.0;
    return sign * (turn - 2.0 * (x - (w * w / (w + turn) - r)));
  }
  return is_inverted ? minus_reciprocal(w, x, r) : w;
}

PELTON_FUNCTION double sin(double x) {
  if (magnitude_bits(x) <= 0x3fe921fb) return near_sin(x, 0.0, false);
  Angle angle = reduce_angle(x);
  double value = angle.quarters & 1 ? near_cos(angle.high, angle.low) : near_sin(angle.high, angle.low, true);
  return angle.quarters & 2 ? -value : value;
}

PELTON_FUNCTION double cos(double x) {
  if (magnitude_bits(x) <= 0x3fe921fb) return near_cos(x, 0.0);
  Angle angle = reduce_angle(x);
  double value = angle.quarters & 1 ? near_sin(angle.high, angle.low, true) : near_cos(angle.high, angle.low);
  return (angle.quarters + 1) & 2 ? -value : value;
}

PELTON_FUNCTION double tan(double x) {
  Angle angle = reduce_angle(x);
  return near_tan(angle.high, angle.low, (angle.quarters & 1) != 0);
}

// (asin(x) - x) / x as a function of t = x^2 up to 1/4.
__device__ __forceinline__ double asin_ratio(double t) {
  double p = t * (1.66666666666666657415e-01 +
                  t * (-3.25565818622400915405e-01 +
                       t * (2.01212532134862925881e-01 +
                            t * (-4.00555345006794114027e-02 +
                                 t * (7.91534994289814532176e-04 + t * 3.47933107596021167570e-05)))));
  double q = 1.0 + t * (-2.40339491173441421878e+00 +
                        t * (2.02094576023350569471e+00 +
                             t * (-6.88283971605453293030e-01 + t * 7.70381505559019352791e-02)));
  return p / q;
}

PELTON_FUNCTION double asin(double x) {
  int high = magnitude_bits(x);
  double magnitude = fabs(x);
  if (high >= 0x3ff00000) return magnitude == 1.0 ? x * HALF_PI_HIGH + x * HALF_PI_LOW : not_a_number();
  if (high < 0x3e400000) return x;
  if (high < 0x3fe00000) return x + x * asin_ratio(x * x);
  double t = (1.0 - magnitude) * 0.5;
  double ratio = asin_ratio(t);
  double s = sqrt(t);
  double value;
  if (high >= 0x3fef3333) {
    value = HALF_PI_HIGH - (2.0 * (s + s * ratio) - HALF_PI_LOW);
  } else {
    double w = without_low(s);
    double c = (t - w * w) / (s + w);
    double p = 2.0 * s * ratio - (HALF_PI_LOW - 2.0 * c);
    double q = 7.85398163397448278999e-01 - 2.0 * w;
    value = 7.85398163397448278999e-01 - (p - q);
  }
  return __double2hiint(x) > 0 ? value : -value;
}

PELTON_FUNCTION double acos(double x) {
  const double pi = 3.14159265358979311600e+00;
  int high = magnitude_bits(x);
  if (high >= 0x3ff00000) {
    if (x == 1.0) return 0.0;
    return x == -1.0 ? pi + 2.0 * HALF_PI_LOW : not_a_number();
  }
  if (high < 0x3fe00000) {
    if (high <= 0x3c600000) return HALF_PI_HIGH + HALF_PI_LOW;
    return HALF_PI_HIGH - (x - (HALF_PI_LOW - x * asin_ratio(x * x)));
  }
  if (__double2hiint(x) < 0) {
    double z = (1.0 + x) * 0.5;
    double s = sqrt(z);
    double w = asin_ratio(z) * s - HALF_PI_LOW;
    return pi - 2.0 * (s + w);
  }
  double z = (1.0 - x) * 0.5;
  double s = sqrt(z);
  double upper = without_low(s);
  double c = (z - upper * upper) / (s + upper);
  double w = asin_ratio(z) * s + c;
  return 2.0 * (upper + w);
}

PELTON_FUNCTION double atan(double x) {
  int high = magnitude_bits(x);
  bool is_negative = __double2hiint(x) < 0;
  if (high >= 0x44100000) {
    if (x != x) return x;
    return is_negative ? -HALF_PI_HIGH - HALF_PI_LOW : HALF_PI_HIGH + HALF_PI_LOW;
  }
  bool is_near = high < 0x3fdc0000;
  double upper = 0;
  double lower = 0;
  if (is_near) {
    if (high < 0x3e200000) return x;
  } else {
    x = fabs(x);
    if (high < 0x3fe60000) {
      upper = 4.63647609000806093515e-01;
      lower = 2.26987774529616870924e-17;
      x = (2.0 * x - 1.0) / (2.0 + x);
    } else if (high < 0x3ff30000) {
      upper = 7.85398163397448278999e-01;
      lower = 3.06161699786838301793e-17;
      x = (x - 1.0) / (x + 1.0);
    } else if (high < 0x40038000) {
      upper = 9.82793723247329054082e-01;
      lower = 1.39033110312309984516e-17;
      x = (x - 1.5) / (1.0 + 1.5 * x);
    } else {
      upper = HALF_PI_HIGH;
      lower = HALF_PI_LOW;
      x = -1.0 / x;
    }
  }
  double z = x * x;
  double w = z * z;
  double odd = z * (3.33333333333329318027e-01 +
                    w * (1.42857142725034663711e-01 +
                         w * (9.09088713343650656196e-02 +
                              w * (6.66107313738753120669e-02 +
                                   w * (4.97687799461593236017e-02 + w * 1.62858201153657823623e-02)))));
  double even = w * (-1.99999999998764832476e-01 +
                     w * (-1.11111104054623557880e-01 +
                          w * (-7.69187620504482999495e-02 +
                               w * (-5.83357013379057348645e-02 + w * -3.65315727442169155270e-02))));
  if (is_near) return x - x * (odd + even);
  double value = upper - ((x * (odd + even) - lower) - x);
  return is_negative ? -value : value;
}

}  // namespace pelton
