// Bits of numbers and conversions with their rounding in the name.
#pragma once

#include <limits.h>
#include <math.h>
#include <string.h>

namespace pelton_emulator {

template <typename To, typename From>
inline To bits(From value) {
  static_assert(sizeof(To) == sizeof(From), "as many bits");
  To result;
  memcpy(&result, &value, sizeof(To));
  return result;
}

// Of a number without a fraction; NaN gives what the device gives.
template <typename To, typename From>
inline To saturate(From whole, To least, To most, To of_nan) {
  if (isnan(whole)) return of_nan;
  if (whole <= static_cast<From>(least)) return least;
  if (whole >= static_cast<From>(most)) return most;
  return static_cast<To>(whole);
}

template <typename From>
inline int to_int(From whole) {
  return saturate<int>(whole, INT_MIN, INT_MAX, 0);
}

template <typename From>
inline unsigned to_unsigned(From whole) {
  return saturate<unsigned>(whole, 0u, UINT_MAX, 0u);
}

template <typename From>
inline long long to_long(From whole) {
  return saturate<long long>(whole, LLONG_MIN, LLONG_MAX, LLONG_MIN);
}

template <typename From>
inline unsigned long long to_unsigned_long(From whole) {
  return saturate<unsigned long long>(whole, 0ull, ULLONG_MAX, 1ull << 63);
}

}  // namespace pelton_emulator

inline int __float_as_int(float x) { return pelton_emulator::bits<int>(x); }
inline unsigned __float_as_uint(float x) { return pelton_emulator::bits<unsigned>(x); }
inline float __int_as_float(int x) { return pelton_emulator::bits<float>(x); }
inline float __uint_as_float(unsigned x) { return pelton_emulator::bits<float>(x); }
inline long long __double_as_longlong(double x) { return pelton_emulator::bits<long long>(x); }
inline double __longlong_as_double(long long x) { return pelton_emulator::bits<double>(x); }
inline int __double2hiint(double x) { return static_cast<int>(__double_as_longlong(x) >> 32); }
inline int __double2loint(double x) { return static_cast<int>(__double_as_longlong(x)); }
inline double __hiloint2double(int high, int low) {
  return __longlong_as_double(static_cast<long long>(high) << 32 | static_cast<unsigned>(low));
}

#define PELTON_ROUNDINGS(from, source, nearest, down, up, toward_zero)                                           \
  inline int __##source##2int_rn(from x) { return pelton_emulator::to_int(nearest(x)); }                                 \
  inline int __##source##2int_rd(from x) { return pelton_emulator::to_int(down(x)); }                                    \
  inline int __##source##2int_ru(from x) { return pelton_emulator::to_int(up(x)); }                                      \
  inline int __##source##2int_rz(from x) { return pelton_emulator::to_int(toward_zero(x)); }                             \
  inline unsigned __##source##2uint_rn(from x) { return pelton_emulator::to_unsigned(nearest(x)); }                      \
  inline unsigned __##source##2uint_rd(from x) { return pelton_emulator::to_unsigned(down(x)); }                         \
  inline unsigned __##source##2uint_ru(from x) { return pelton_emulator::to_unsigned(up(x)); }                           \
  inline unsigned __##source##2uint_rz(from x) { return pelton_emulator::to_unsigned(toward_zero(x)); }                  \
  inline long long __##source##2ll_rn(from x) { return pelton_emulator::to_long(nearest(x)); }                           \
  inline long long __##source##2ll_rd(from x) { return pelton_emulator::to_long(down(x)); }                              \
  inline long long __##source##2ll_ru(from x) { return pelton_emulator::to_long(up(x)); }                                \
  inline long long __##source##2ll_rz(from x) { return pelton_emulator::to_long(toward_zero(x)); }                       \
  inline unsigned long long __##source##2ull_rn(from x) { return pelton_emulator::to_unsigned_long(nearest(x)); }        \
  inline unsigned long long __##source##2ull_rz(from x) { return pelton_emulator::to_unsigned_long(toward_zero(x)); }

PELTON_ROUNDINGS(float, float, rintf, floorf, ceilf, truncf)
PELTON_ROUNDINGS(double, double, rint, floor, ceil, trunc)

#undef PELTON_ROUNDINGS

inline float __int2float_rn(int x) { return static_cast<float>(x); }
inline float __uint2float_rn(unsigned x) { return static_cast<float>(x); }
inline float __ll2float_rn(long long x) { return static_cast<float>(x); }
inline float __ull2float_rn(unsigned long long x) { return static_cast<float>(x); }
inline double __int2double_rn(int x) { return static_cast<double>(x); }
inline double __uint2double_rn(unsigned x) { return static_cast<double>(x); }
inline double __ll2double_rn(long long x) { return static_cast<double>(x); }
inline double __ull2double_rn(unsigned long long x) { return static_cast<double>(x); }
inline float __double2float_rn(double x) { return static_cast<float>(x); }
