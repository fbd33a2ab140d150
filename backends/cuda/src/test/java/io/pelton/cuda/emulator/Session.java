package io.pelton.cuda.emulator;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import jcuda.Pointer;
import jcuda.Sizeof;
import jcuda.driver.CUcontext;
import jcuda.driver.CUdevice;
import jcuda.driver.CUdeviceptr;
import jcuda.driver.CUfunction;
import jcuda.driver.CUmodule;
import jcuda.driver.CUstream;
import jcuda.driver.JCudaDriver;

/** A primary context of device 0 that is current on this thread, with kernels of the tests. */
final class Session implements AutoCloseable {
  private static final int NON_BLOCKING = 1;

  private final CUdevice device = new CUdevice();
  private final CUcontext context = new CUcontext();
  private final CUmodule module = new CUmodule();
  private final List<CUdeviceptr> memory = new ArrayList<>();
  private final List<CUstream> streams = new ArrayList<>();
  private boolean isReset;

  Session(String... kernels) {
    JCudaDriver.setExceptionsEnabled(true);
    JCudaDriver.cuInit(0);
    JCudaDriver.cuDeviceGet(device, 0);
    JCudaDriver.cuDevicePrimaryCtxRetain(context, device);
    JCudaDriver.cuCtxSetCurrent(context);
    JCudaDriver.cuModuleLoadData(module, ptx(kernels));
  }

  static byte[] ptx(String... kernels) {
    StringBuilder text = new StringBuilder(".version 8.0\n.target sm_80\n.address_size 64\n\n");
    for (String kernel : kernels) {
      text.append(".visible .entry ").append(kernel).append("(\n)\n{\n ret;\n}\n");
    }
    return text.append('\0').toString().getBytes(StandardCharsets.ISO_8859_1);
  }

  CUcontext context() {
    return context;
  }

  CUdevice device() {
    return device;
  }

  CUdeviceptr allocate(long bytes) {
    CUdeviceptr address = new CUdeviceptr();
    JCudaDriver.cuMemAlloc(address, bytes);
    memory.add(address);
    return address;
  }

  void free(CUdeviceptr address) {
    memory.remove(address);
    JCudaDriver.cuMemFree(address);
  }

  CUdeviceptr of(int... values) {
    CUdeviceptr address = allocate((long) values.length * Sizeof.INT);
    JCudaDriver.cuMemcpyHtoD(address, Pointer.to(values), (long) values.length * Sizeof.INT);
    return address;
  }

  int[] read(CUdeviceptr address, int length) {
    int[] values = new int[length];
    JCudaDriver.cuMemcpyDtoH(Pointer.to(values), address, (long) length * Sizeof.INT);
    return values;
  }

  /** A stream that does not wait for the legacy one, nor that for it. */
  CUstream stream() {
    CUstream stream = new CUstream();
    JCudaDriver.cuStreamCreate(stream, NON_BLOCKING);
    streams.add(stream);
    return stream;
  }

  CUfunction function(String kernel) {
    CUfunction function = new CUfunction();
    JCudaDriver.cuModuleGetFunction(function, module, kernel);
    return function;
  }

  void launch(String kernel, int blocks, int threads, int shared, Object... arguments) {
    launchIn(null, kernel, blocks, threads, shared, arguments);
  }

  void launchIn(
      CUstream stream, String kernel, int blocks, int threads, int shared, Object... arguments) {
    JCudaDriver.cuLaunchKernel(
        function(kernel), blocks, 1, 1, threads, 1, 1, shared, stream, arguments(arguments), null);
  }

  static Pointer arguments(Object... arguments) {
    Pointer[] pointers = new Pointer[arguments.length];
    for (int i = 0; i < arguments.length; i++) {
      pointers[i] = argument(arguments[i]);
    }
    return Pointer.to(pointers);
  }

  private static Pointer argument(Object value) {
    if (value instanceof Pointer pointer) {
      return Pointer.to(pointer);
    }
    ByteBuffer bytes = ByteBuffer.allocateDirect(16).order(ByteOrder.nativeOrder());
    if (value instanceof Integer number) {
      bytes.putInt(number);
    } else if (value instanceof Long number) {
      bytes.putLong(number);
    } else if (value instanceof Double number) {
      bytes.putDouble(number);
    } else if (value instanceof Float number) {
      bytes.putFloat(number);
    } else if (value instanceof Short number) {
      bytes.putShort(number);
    } else if (value instanceof Byte number) {
      bytes.put(number);
    } else if (value instanceof byte[] structure) {
      bytes.put(structure);
    } else {
      throw new IllegalArgumentException("no argument of a kernel: " + value);
    }
    return Pointer.to(bytes.rewind());
  }

  /** Ends a context that has failed: nothing of it is left. */
  void resetDevice() {
    memory.clear();
    streams.clear();
    JCudaDriver.cuDevicePrimaryCtxReset(device);
    isReset = true;
  }

  @Override
  public void close() {
    memory.forEach(JCudaDriver::cuMemFree);
    streams.forEach(JCudaDriver::cuStreamDestroy);
    if (!isReset) {
      JCudaDriver.cuModuleUnload(module);
    }
    JCudaDriver.cuDevicePrimaryCtxRelease(device);
    JCudaDriver.cuCtxSetCurrent(new CUcontext());
  }
}
