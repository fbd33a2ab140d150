// cuInit, devices.
#include <cstring>

#include "calls.h"

using namespace emulator;

PELTON_API CUresult cuInit(unsigned flags) {
  Driver& state = driver();
  std::lock_guard<std::recursive_mutex> lock(state.mutex);
  if (flags != 0) return CUDA_ERROR_INVALID_VALUE;
  if (state.settings.init_result != CUDA_SUCCESS) return state.settings.init_result;
  if (state.settings.devices == 0) return CUDA_ERROR_NO_DEVICE;
  state.is_initialized = true;
  return CUDA_SUCCESS;
}

PELTON_API CUresult cuDriverGetVersion(int* version) {
  if (version == nullptr) return CUDA_ERROR_INVALID_VALUE;
  std::lock_guard<std::recursive_mutex> lock(driver().mutex);
  *version = driver().settings.version;
  return CUDA_SUCCESS;
}

PELTON_API CUresult cuGetErrorName(CUresult error, const char** text) {
  if (text == nullptr) return CUDA_ERROR_INVALID_VALUE;
  *text = error_name(error);
  return *text == nullptr ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}

PELTON_API CUresult cuGetErrorString(CUresult error, const char** text) {
  if (text == nullptr) return CUDA_ERROR_INVALID_VALUE;
  *text = error_description(error);
  return *text == nullptr ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}

PELTON_API CUresult cuDeviceGetCount(int* count) {
  return call("cuDeviceGetCount", [&](Driver& state) {
    require(count, "count");
    *count = state.settings.devices;
  });
}

PELTON_API CUresult cuDeviceGet(CUdevice* device, int ordinal) {
  return call("cuDeviceGet", [&](Driver& state) {
    require(device, "device");
    state.check_device(ordinal);
    *device = ordinal;
  });
}

PELTON_API CUresult cuDeviceGetName(char* name, int length, CUdevice device) {
  return call("cuDeviceGetName", [&](Driver& state) {
    require(name, "name");
    state.check_device(device);
    if (length <= 0) throw Failure(CUDA_ERROR_INVALID_VALUE, "no room for a name");
    std::strncpy(name, "Emulated device", static_cast<size_t>(length) - 1);
    name[length - 1] = '\0';
  });
}

PELTON_API CUresult cuDeviceGetUuid(CUuuid* uuid, CUdevice device) {
  return call("cuDeviceGetUuid", [&](Driver& state) {
    require(uuid, "uuid");
    state.check_device(device);
    std::memcpy(uuid->bytes, "emulated device", 16);
    uuid->bytes[15] = static_cast<char>('0' + device);
  });
}

PELTON_API CUresult cuDeviceTotalMem_v2(size_t* bytes, CUdevice device) {
  return call("cuDeviceTotalMem", [&](Driver& state) {
    require(bytes, "bytes");
    state.check_device(device);
    *bytes = state.settings.memory;
  });
}

PELTON_API CUresult cuDeviceComputeCapability(int* major, int* minor, CUdevice device) {
  return call("cuDeviceComputeCapability", [&](Driver& state) {
    require(major, "major");
    require(minor, "minor");
    state.check_device(device);
    *major = 8;
    *minor = 0;
  });
}

PELTON_API CUresult cuDeviceGetPCIBusId(char* text, int length, CUdevice device) {
  return call("cuDeviceGetPCIBusId", [&](Driver& state) {
    require(text, "text");
    state.check_device(device);
    std::string id = "0000:0" + std::to_string(device + 1) + ":00.0";
    if (static_cast<size_t>(length) <= id.size()) throw Failure(CUDA_ERROR_INVALID_VALUE, "no room for the bus id");
    std::memcpy(text, id.c_str(), id.size() + 1);
  });
}

namespace {

// What a device of compute capability 8.0 answers, by number of the attribute.
int attribute_of_device(int attribute) {
  switch (attribute) {
    case 1: return 1024;           // threads of a block
    case 2: case 3: return 1024;   // block x, y
    case 4: return 64;             // block z
    case 5: return 2147483647;     // grid x
    case 6: case 7: return 65535;  // grid y, z
    case 8: return 48 << 10;       // shared memory of a block
    case 9: return 64 << 10;       // constant memory
    case 10: return 32;            // threads of a warp
    case 11: return 2147483647;    // pitch
    case 12: return 65536;         // registers of a block
    case 13: return 1410000;       // clock in kHz
    case 14: return 512;           // alignment of textures
    case 15: return 1;             // copies overlap with kernels
    case 16: return 108;           // multiprocessors
    case 17: return 0;             // time limit of kernels
    case 18: return 0;             // integrated
    case 19: return 1;             // can map host memory
    case 20: return 0;             // compute mode: default
    case 31: return 1;             // concurrent kernels
    case 32: return 1;             // ECC
    case 33: return 1;             // PCI bus
    case 34: return 0;             // PCI device
    case 35: return 0;             // TCC driver
    case 36: return 1215000;       // memory clock in kHz
    case 37: return 5120;          // width of the memory's bus in bits
    case 38: return 40 << 20;      // second level cache
    case 39: return 2048;          // threads of a multiprocessor
    case 40: return 3;             // copy engines
    case 41: return 1;             // unified addresses
    case 50: return 0;             // PCI domain
    case 75: return 8;             // compute capability, major
    case 76: return 0;             // compute capability, minor
    case 78: return 1;             // priorities of streams
    case 81: return 164 << 10;     // shared memory of a multiprocessor
    case 82: return 65536;         // registers of a multiprocessor
    case 83: return 1;             // managed memory
    case 97: return 163 << 10;     // shared memory of a block, on request
    case 115: return 0;            // memory pools
    default: throw Failure(CUDA_ERROR_INVALID_VALUE, "attribute " + std::to_string(attribute) + " is not emulated");
  }
}

}  // namespace

PELTON_API CUresult cuDeviceGetAttribute(int* value, int attribute, CUdevice device) {
  return call("cuDeviceGetAttribute", [&](Driver& state) {
    require(value, "value");
    state.check_device(device);
    *value = attribute == 33 ? device + 1 : attribute_of_device(attribute);
  });
}

PELTON_API CUresult cuDeviceCanAccessPeer(int* can, CUdevice device, CUdevice peer) {
  return call("cuDeviceCanAccessPeer", [&](Driver& state) {
    require(can, "can");
    state.check_device(device);
    state.check_device(peer);
    *can = 0;
  });
}
