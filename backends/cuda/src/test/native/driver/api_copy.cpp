// Copies and fills.
#include <cstring>

#include "addresses.h"
#include "transfer.h"

using namespace emulator;

namespace {

Side device(CUdeviceptr address) { return {address, 0, true}; }

Side host(const void* address) { return {reinterpret_cast<uintptr_t>(address), 0, false}; }

// Whose memory a unified address is.
Side unified(CUdeviceptr address, size_t size) {
  Allocation* allocation = driver().memory.find(address, size);
  return {address, 0, allocation != nullptr && allocation->is_device()};
}

template <typename T>
void fill(Context& context, Stream& stream, CUdeviceptr address, T value, size_t count) {
  if (count == 0) return;
  if (address % sizeof(T) != 0) throw Failure(CUDA_ERROR_INVALID_VALUE, "the address is not aligned");
  check_device_range(context, address, count * sizeof(T), CUDA_ERROR_INVALID_VALUE);
  submit(context, stream,
         {"memset",
          [&context, address, value, count] {
            check_device_range(context, address, count * sizeof(T), CUDA_ERROR_ILLEGAL_ADDRESS);
            T* to = reinterpret_cast<T*>(address);
            for (size_t i = 0; i < count; ++i) to[i] = value;
          },
          {}});
}

}  // namespace

PELTON_API CUresult cuMemcpyHtoD_v2(CUdeviceptr to, const void* from, size_t size) {
  return call_in_context("cuMemcpyHtoD", [&](Driver&, Context& context) {
    Transfer("cuMemcpyHtoD", device(to), host(from), size).run(context);
  });
}

PELTON_API CUresult cuMemcpyDtoH_v2(void* to, CUdeviceptr from, size_t size) {
  return call_in_context("cuMemcpyDtoH", [&](Driver&, Context& context) {
    Transfer("cuMemcpyDtoH", host(to), device(from), size).run(context);
  });
}

PELTON_API CUresult cuMemcpyDtoD_v2(CUdeviceptr to, CUdeviceptr from, size_t size) {
  return call_in_context("cuMemcpyDtoD", [&](Driver&, Context& context) {
    Transfer("cuMemcpyDtoD", device(to), device(from), size).run(context);
  });
}

PELTON_API CUresult cuMemcpy(CUdeviceptr to, CUdeviceptr from, size_t size) {
  return call_in_context("cuMemcpy", [&](Driver&, Context& context) {
    Transfer("cuMemcpy", unified(to, size), unified(from, size), size).run(context);
  });
}

PELTON_API CUresult cuMemcpyHtoDAsync_v2(CUdeviceptr to, const void* from, size_t size, CUstream stream) {
  return call_in_context("cuMemcpyHtoDAsync", [&](Driver&, Context& context) {
    Transfer("cuMemcpyHtoDAsync", device(to), host(from), size).run_async(context, *stream_of(context, stream));
  });
}

PELTON_API CUresult cuMemcpyDtoHAsync_v2(void* to, CUdeviceptr from, size_t size, CUstream stream) {
  return call_in_context("cuMemcpyDtoHAsync", [&](Driver&, Context& context) {
    Transfer("cuMemcpyDtoHAsync", host(to), device(from), size).run_async(context, *stream_of(context, stream));
  });
}

PELTON_API CUresult cuMemcpyDtoDAsync_v2(CUdeviceptr to, CUdeviceptr from, size_t size, CUstream stream) {
  return call_in_context("cuMemcpyDtoDAsync", [&](Driver&, Context& context) {
    Transfer("cuMemcpyDtoDAsync", device(to), device(from), size).run_async(context, *stream_of(context, stream));
  });
}

PELTON_API CUresult cuMemcpyAsync(CUdeviceptr to, CUdeviceptr from, size_t size, CUstream stream) {
  return call_in_context("cuMemcpyAsync", [&](Driver&, Context& context) {
    Transfer("cuMemcpyAsync", unified(to, size), unified(from, size), size).run_async(context, *stream_of(context, stream));
  });
}

PELTON_API CUresult cuMemcpyPeerAsync(CUdeviceptr to, CUcontext to_context, CUdeviceptr from, CUcontext from_context, size_t size,
                                      CUstream stream) {
  return call_in_context("cuMemcpyPeerAsync", [&](Driver& state, Context& context) {
    auto target = state.contexts.get(to_context);
    auto source = state.contexts.get(from_context);
    Transfer("cuMemcpyPeerAsync", device(to), device(from), size).run_between(*target, *source, *stream_of(context, stream));
  });
}

// The structure that JCuda's natives pass.
struct CUDA_MEMCPY2D {
  size_t src_x, src_y;
  int src_type;
  const void* src_host;
  CUdeviceptr src_device;
  void* src_array;
  size_t src_pitch;
  size_t dst_x, dst_y;
  int dst_type;
  void* dst_host;
  CUdeviceptr dst_device;
  void* dst_array;
  size_t dst_pitch;
  size_t width, height;
};

PELTON_API CUresult cuMemcpy2DAsync_v2(const CUDA_MEMCPY2D* copy, CUstream stream) {
  return call_in_context("cuMemcpy2DAsync", [&](Driver&, Context& context) {
    require(copy, "copy");
    constexpr int HOST = 1;
    constexpr int DEVICE = 2;
    auto is_known = [](int type) { return type == HOST || type == DEVICE; };
    if (!is_known(copy->src_type) || !is_known(copy->dst_type)) throw Failure(CUDA_ERROR_INVALID_VALUE, "a type of memory");
    if (copy->height > 1 && (copy->width > copy->src_pitch || copy->width > copy->dst_pitch)) {
      throw Failure(CUDA_ERROR_INVALID_VALUE, "rows are longer than their pitch");
    }
    Side from = copy->src_type == HOST ? host(copy->src_host) : device(copy->src_device);
    from.pitch = copy->src_pitch;
    from.address += copy->src_y * copy->src_pitch + copy->src_x;
    Side to = copy->dst_type == HOST ? host(copy->dst_host) : device(copy->dst_device);
    to.pitch = copy->dst_pitch;
    to.address += copy->dst_y * copy->dst_pitch + copy->dst_x;
    Transfer("cuMemcpy2DAsync", to, from, copy->width, copy->height).run_async(context, *stream_of(context, stream));
  });
}

#define FILLS(bits, type)                                                                                              \
  PELTON_API CUresult cuMemsetD##bits##_v2(CUdeviceptr address, type value, size_t count) {                            \
    return call_in_context("cuMemsetD" #bits, [&](Driver&, Context& context) {                                         \
      fill(context, *context.legacy(), address, value, count);                                                         \
    });                                                                                                                \
  }                                                                                                                    \
  PELTON_API CUresult cuMemsetD##bits##Async(CUdeviceptr address, type value, size_t count, CUstream stream) {         \
    return call_in_context("cuMemsetD" #bits "Async", [&](Driver&, Context& context) {                                 \
      fill(context, *stream_of(context, stream), address, value, count);                                               \
    });                                                                                                                \
  }

FILLS(8, unsigned char)
FILLS(16, unsigned short)
FILLS(32, unsigned)
