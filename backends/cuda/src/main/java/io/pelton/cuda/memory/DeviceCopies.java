package io.pelton.cuda.memory;

import io.pelton.cuda.driver.CudaContext;
import io.pelton.cuda.driver.Gate;
import jcuda.driver.CUDA_MEMCPY2D;
import jcuda.driver.CUmemorytype;
import jcuda.driver.JCudaDriver;

/** Copies within the device of a stream, and between it and another one. */
final class DeviceCopies {
  private final CudaStream stream;
  private final Addresses addresses;
  private final CUDA_MEMCPY2D plane = new CUDA_MEMCPY2D();

  DeviceCopies(CudaStream stream, Addresses addresses) {
    this.stream = stream;
    this.addresses = addresses;
    plane.srcMemoryType = CUmemorytype.CU_MEMORYTYPE_DEVICE;
    plane.dstMemoryType = CUmemorytype.CU_MEMORYTYPE_DEVICE;
  }

  /**
   * @param rowBytes of each row
   */
  void within(Rows from, Rows to, long rows, long rowBytes) {
    boolean isPlane = Rows.isPlane(from.pitch(), rowBytes) && Rows.isPlane(to.pitch(), rowBytes);
    if (rows > 1 && isPlane) {
      plane.srcDevice = addresses.pointer(from.rowAddress(0));
      plane.srcPitch = from.pitch();
      plane.dstDevice = addresses.pointer(to.rowAddress(0));
      plane.dstPitch = to.pitch();
      plane.WidthInBytes = rowBytes;
      plane.Height = rows;
      stream.check(
          JCudaDriver.cuMemcpy2DAsync(plane, stream.handle()), "copy of rows within the device");
      return;
    }
    for (long row = 0; row < rows; row++) {
      stream.check(
          JCudaDriver.cuMemcpyDtoDAsync(
              addresses.pointer(to.rowAddress(row)),
              addresses.pointer(from.rowAddress(row)),
              rowBytes,
              stream.handle()),
          "copy within the device");
    }
  }

  /**
   * Between two devices, one of them the stream's, whose context is bound before and after.
   *
   * @param rowBytes of each row
   */
  void between(Rows from, Rows to, long rows, long rowBytes) {
    CudaContext own = stream.context();
    Gate other = (from.context() == own ? to : from).context().gate();
    other.enter();
    try {
      own.bind();
      for (long row = 0; row < rows; row++) {
        stream.check(
            JCudaDriver.cuMemcpyPeerAsync(
                addresses.pointer(to.rowAddress(row)),
                to.context().handle(),
                addresses.pointer(from.rowAddress(row)),
                from.context().handle(),
                rowBytes,
                stream.handle()),
            "copy between devices");
      }
    } finally {
      other.leave();
    }
  }
}
