// Elements that are moved and never computed with: only their width counts.
#pragma once

#include "pelton.cuh"

namespace pelton {

// 16 bytes: a complex number, or as many narrower elements as lie side by side on both sides of a move.
struct alignas(16) wide_unit {
  unsigned long long low;
  unsigned long long high;
};

using unit_1 = unsigned char;
using unit_2 = unsigned short;
using unit_4 = unsigned;
using unit_8 = unsigned long long;
using unit_16 = wide_unit;

// Makes a kernel for each width.
#define PELTON_WIDTHS(make) make(1) make(2) make(4) make(8) make(16)

template <typename Unit>
__device__ __forceinline__ bool is_aligned(const void* a, const void* b) {
  return ((reinterpret_cast<unsigned long long>(a) | reinterpret_cast<unsigned long long>(b)) & (sizeof(Unit) - 1)) == 0;
}

// Where several elements make up a unit, an address may be a multiple of less than the unit's width.
template <typename Unit>
__device__ __forceinline__ void move_unit(Unit* to, const Unit* from, bool aligned) {
  if (aligned) {
    *to = *from;
    return;
  }
  if constexpr (sizeof(Unit) > sizeof(unsigned)) {
    if (is_aligned<unsigned>(to, from)) {
      PELTON_ROLLED
      for (unsigned i = 0; i < sizeof(Unit) / sizeof(unsigned); i++) {
        reinterpret_cast<unsigned*>(to)[i] = reinterpret_cast<const unsigned*>(from)[i];
      }
      return;
    }
  }
  PELTON_ROLLED
  for (unsigned i = 0; i < sizeof(Unit); i++) {
    reinterpret_cast<unsigned char*>(to)[i] = reinterpret_cast<const unsigned char*>(from)[i];
  }
}

template <typename Unit>
__device__ __forceinline__ void clear_unit(Unit* to, bool aligned) {
  if (aligned) {
    *to = Unit{};
    return;
  }
  PELTON_ROLLED
  for (unsigned i = 0; i < sizeof(Unit); i++) reinterpret_cast<unsigned char*>(to)[i] = 0;
}

// Axes of a view, as many as there are after folding.
struct View {
  Axes dims;
  Axes strides;
  long long rank;
};

// Takes the last axes' index off a row-major index.
__device__ __forceinline__ long long split(long long& index, long long length) {
  if ((index | length) >> 32 == 0) {
    unsigned whole = static_cast<unsigned>(index);
    unsigned quotient = whole / static_cast<unsigned>(length);
    index = quotient;
    return whole - quotient * static_cast<unsigned>(length);
  }
  long long quotient = index / length;
  long long rest = index - quotient * length;
  index = quotient;
  return rest;
}

// Where the index-th element in row-major order lies.
__device__ __forceinline__ long long position(const View& view, long long index) {
  long long at = 0;
  PELTON_ROLLED
  for (int axis = static_cast<int>(view.rank) - 1; axis > 0; axis--) {
    at += split(index, view.dims.of[axis]) * view.strides.of[axis];
  }
  return view.rank == 0 ? at : at + index * view.strides.of[0];
}

// An index of an operand of I64 or I32.
__device__ __forceinline__ long long load_index(const void* indices, long long at, bool is_long) {
  return is_long ? static_cast<const long long*>(indices)[at] : static_cast<const int*>(indices)[at];
}

// An index from 0 on; -1 where it is outside of the axis.
__device__ __forceinline__ long long wrap(long long index, long long length) {
  if (index < -length || index >= length) return -1;
  return index < 0 ? index + length : index;
}

}  // namespace pelton
