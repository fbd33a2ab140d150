// CUDA's vector types and where a thread is.
#pragma once

#include "kernels.h"

#define PELTON_VECTOR2(type, name, alignment)                \
  struct alignas(alignment) name {                           \
    type x, y;                                               \
  };                                                         \
  inline name make_##name(type x, type y) { return {x, y}; }
#define PELTON_VECTOR3(type, name)                                     \
  struct name {                                                        \
    type x, y, z;                                                      \
  };                                                                   \
  inline name make_##name(type x, type y, type z) { return {x, y, z}; }
#define PELTON_VECTOR4(type, name, alignment)                                        \
  struct alignas(alignment) name {                                                   \
    type x, y, z, w;                                                                 \
  };                                                                                 \
  inline name make_##name(type x, type y, type z, type w) { return {x, y, z, w}; }

PELTON_VECTOR2(signed char, char2, 2)
PELTON_VECTOR4(signed char, char4, 4)
PELTON_VECTOR2(unsigned char, uchar2, 2)
PELTON_VECTOR4(unsigned char, uchar4, 4)
PELTON_VECTOR2(short, short2, 4)
PELTON_VECTOR4(short, short4, 8)
PELTON_VECTOR2(unsigned short, ushort2, 4)
PELTON_VECTOR4(unsigned short, ushort4, 8)
PELTON_VECTOR2(int, int2, 8)
PELTON_VECTOR3(int, int3)
PELTON_VECTOR4(int, int4, 16)
PELTON_VECTOR2(unsigned, uint2, 8)
PELTON_VECTOR3(unsigned, uint3)
PELTON_VECTOR4(unsigned, uint4, 16)
PELTON_VECTOR2(long long, longlong2, 16)
PELTON_VECTOR4(long long, longlong4, 16)
PELTON_VECTOR2(unsigned long long, ulonglong2, 16)
PELTON_VECTOR4(unsigned long long, ulonglong4, 16)
PELTON_VECTOR2(float, float2, 8)
PELTON_VECTOR3(float, float3)
PELTON_VECTOR4(float, float4, 16)
PELTON_VECTOR2(double, double2, 16)
PELTON_VECTOR4(double, double4, 16)

#undef PELTON_VECTOR2
#undef PELTON_VECTOR3
#undef PELTON_VECTOR4

struct dim3 {
  unsigned x, y, z;
  constexpr dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z) {}
};

PELTON_EMULATED extern uint3 threadIdx;
PELTON_EMULATED extern uint3 blockIdx;
PELTON_EMULATED extern dim3 blockDim;
PELTON_EMULATED extern dim3 gridDim;
