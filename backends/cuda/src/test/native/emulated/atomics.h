// CUDA's atomic functions. Threads change places only in barriers, so plain reads and writes do.
#pragma once

#define PELTON_ATOMICS(type)                                                  \
  inline type atomicAdd(type* address, type value) {                          \
    type old = *address;                                                      \
    *address = old + value;                                                   \
    return old;                                                               \
  }                                                                           \
  inline type atomicExch(type* address, type value) {                         \
    type old = *address;                                                      \
    *address = value;                                                         \
    return old;                                                               \
  }                                                                           \
  inline type atomicMin(type* address, type value) {                          \
    type old = *address;                                                      \
    if (value < old) *address = value;                                        \
    return old;                                                               \
  }                                                                           \
  inline type atomicMax(type* address, type value) {                          \
    type old = *address;                                                      \
    if (old < value) *address = value;                                        \
    return old;                                                               \
  }                                                                           \
  inline type atomicCAS(type* address, type expected, type value) {           \
    type old = *address;                                                      \
    if (old == expected) *address = value;                                    \
    return old;                                                               \
  }                                                                           \
  inline type atomicAnd(type* address, type value) {                          \
    type old = *address;                                                      \
    *address = old & value;                                                   \
    return old;                                                               \
  }                                                                           \
  inline type atomicOr(type* address, type value) {                           \
    type old = *address;                                                      \
    *address = old | value;                                                   \
    return old;                                                               \
  }                                                                           \
  inline type atomicXor(type* address, type value) {                          \
    type old = *address;                                                      \
    *address = old ^ value;                                                   \
    return old;                                                               \
  }

PELTON_ATOMICS(int)
PELTON_ATOMICS(unsigned)
PELTON_ATOMICS(unsigned long long)

#undef PELTON_ATOMICS

inline int atomicSub(int* address, int value) { return atomicAdd(address, -value); }
inline unsigned atomicSub(unsigned* address, unsigned value) { return atomicAdd(address, 0u - value); }
