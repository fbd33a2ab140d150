#pragma once

#include <cstdint>
#include <cstring>

namespace emulator {

// IEEE binary16 and the upper half of a float32, as they lie in memory.
struct Half {
  uint16_t bits;
};

struct Bfloat16 {
  uint16_t bits;
};

inline float read(float value) { return value; }
inline double read(double value) { return value; }
inline int read(int value) { return value; }
inline int read(int8_t value) { return value; }

inline float read(Half value) {
  _Float16 number;
  std::memcpy(&number, &value, sizeof number);
  return static_cast<float>(number);
}

inline float read(Bfloat16 value) {
  uint32_t bits = static_cast<uint32_t>(value.bits) << 16;
  float number;
  std::memcpy(&number, &bits, sizeof number);
  return number;
}

inline void write(float& to, float value) { to = value; }
inline void write(double& to, double value) { to = value; }
inline void write(int& to, int value) { to = value; }

inline void write(Half& to, float value) {
  auto number = static_cast<_Float16>(value);
  std::memcpy(&to, &number, sizeof number);
}

inline void write(Bfloat16& to, float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  bool is_nan = (bits & 0x7fffffffu) > 0x7f800000u;
  to.bits = static_cast<uint16_t>(is_nan ? bits >> 16 | 0x40u : (bits + 0x7fffu + (bits >> 16 & 1u)) >> 16);
}

}  // namespace emulator
