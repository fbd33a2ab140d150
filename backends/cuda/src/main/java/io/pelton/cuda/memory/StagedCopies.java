package io.pelton.cuda.memory;

import io.pelton.engine.tensor.Storage;
import jcuda.driver.CUDA_MEMCPY2D;
import jcuda.driver.CUmemorytype;
import jcuda.driver.JCudaDriver;

/**
 * Copies between the host and the device of a stream, through pinned memory: what goes up is packed
 * at once, what comes down is unpacked when the stream has been waited for, or when its chunk is
 * needed again.
 */
final class StagedCopies {
  private final CudaStream stream;
  private final StagingRing ring;
  private final Addresses addresses;
  private final CUDA_MEMCPY2D plane = new CUDA_MEMCPY2D();

  StagedCopies(CudaStream stream, StagingRing ring, Addresses addresses) {
    this.stream = stream;
    this.ring = ring;
    this.addresses = addresses;
  }

  /**
   * @param slots of each row
   */
  void upload(Rows from, Rows to, long rows, long slots) {
    int width = from.storage().dtype().carrier().width();
    if (slots * width > StagingRing.LEAST_BYTES) {
      for (long row = 0; row < rows; row++) {
        uploadRow(from.storage(), from.slot() + row * from.stride(), to.rowAddress(row), slots);
      }
      return;
    }
    int rowBytes = (int) slots * width;
    for (long done = 0; done < rows; ) {
      StagingChunk chunk = ring.chunk(rowBytes);
      int now = rowsAtOnce(rows - done, chunk, rowBytes, to.pitch());
      pack(from, done, now, (int) slots, chunk);
      if (now == 1 || to.pitch() == rowBytes) {
        up(chunk, to.rowAddress(done), now * rowBytes);
      } else {
        planeUp(chunk, to.rowAddress(done), to.pitch(), now, rowBytes);
      }
      done += now;
    }
  }

  private static int rowsAtOnce(long rows, StagingChunk chunk, int rowBytes, long pitch) {
    return Rows.isPlane(pitch, rowBytes) ? (int) Math.min(rows, chunk.room() / rowBytes) : 1;
  }

  private static void pack(Rows from, long row, int rows, int slots, StagingChunk chunk) {
    int rowBytes = slots * from.storage().dtype().carrier().width();
    for (int i = 0; i < rows; i++) {
      long slot = from.slot() + (row + i) * from.stride();
      HostSlots.store(from.storage(), slot, chunk.memory(), chunk.position() + i * rowBytes, slots);
    }
  }

  private void uploadRow(Storage from, long slot, long address, long slots) {
    int width = from.dtype().carrier().width();
    for (long done = 0; done < slots; ) {
      StagingChunk chunk = ring.chunk(StagingRing.LEAST_BYTES);
      int now = (int) Math.min(slots - done, chunk.room() / width);
      HostSlots.store(from, slot + done, chunk.memory(), chunk.position(), now);
      up(chunk, address + done * width, now * width);
      done += now;
    }
  }

  private void up(StagingChunk chunk, long address, int bytes) {
    stream.check(
        JCudaDriver.cuMemcpyHtoDAsync(
            addresses.pointer(address), addresses.pointer(chunk.address()), bytes, stream.handle()),
        "copy to the device");
    chunk.take(bytes);
  }

  private void planeUp(StagingChunk chunk, long address, long pitch, int rows, int rowBytes) {
    plane.srcMemoryType = CUmemorytype.CU_MEMORYTYPE_HOST;
    plane.srcHost = addresses.pointer(chunk.address());
    plane.srcPitch = rowBytes;
    plane.dstMemoryType = CUmemorytype.CU_MEMORYTYPE_DEVICE;
    plane.dstDevice = addresses.pointer(address);
    plane.dstPitch = pitch;
    plane.WidthInBytes = rowBytes;
    plane.Height = rows;
    stream.check(JCudaDriver.cuMemcpy2DAsync(plane, stream.handle()), "copy of rows to the device");
    chunk.take(rows * rowBytes);
  }

  /**
   * @param slots of each row
   */
  void download(Rows from, Rows to, long rows, long slots) {
    int width = to.storage().dtype().carrier().width();
    if (slots * width > StagingRing.LEAST_BYTES) {
      for (long row = 0; row < rows; row++) {
        downloadRow(from.rowAddress(row), to.storage(), to.slot() + row * to.stride(), slots);
      }
      return;
    }
    int rowBytes = (int) slots * width;
    for (long done = 0; done < rows; ) {
      StagingChunk chunk = ring.chunk(rowBytes);
      int now = rowsAtOnce(rows - done, chunk, rowBytes, from.pitch());
      int at = chunk.position();
      if (now == 1 || from.pitch() == rowBytes) {
        down(chunk, from.rowAddress(done), now * rowBytes);
      } else {
        planeDown(chunk, from.rowAddress(done), from.pitch(), now, rowBytes);
      }
      long slot = to.slot() + done * to.stride();
      chunk.addDownload().set(to.storage(), slot, to.stride(), now, (int) slots, at);
      done += now;
    }
  }

  private void downloadRow(long address, Storage to, long slot, long slots) {
    int width = to.dtype().carrier().width();
    for (long done = 0; done < slots; ) {
      StagingChunk chunk = ring.chunk(StagingRing.LEAST_BYTES);
      int now = (int) Math.min(slots - done, chunk.room() / width);
      int at = chunk.position();
      down(chunk, address + done * width, now * width);
      chunk.addDownload().set(to, slot + done, 0, 1, now, at);
      done += now;
    }
  }

  private void down(StagingChunk chunk, long address, int bytes) {
    stream.check(
        JCudaDriver.cuMemcpyDtoHAsync(
            addresses.pointer(chunk.address()), addresses.pointer(address), bytes, stream.handle()),
        "copy from the device");
    chunk.take(bytes);
  }

  private void planeDown(StagingChunk chunk, long address, long pitch, int rows, int rowBytes) {
    plane.srcMemoryType = CUmemorytype.CU_MEMORYTYPE_DEVICE;
    plane.srcDevice = addresses.pointer(address);
    plane.srcPitch = pitch;
    plane.dstMemoryType = CUmemorytype.CU_MEMORYTYPE_HOST;
    plane.dstHost = addresses.pointer(chunk.address());
    plane.dstPitch = rowBytes;
    plane.WidthInBytes = rowBytes;
    plane.Height = rows;
    stream.check(
        JCudaDriver.cuMemcpy2DAsync(plane, stream.handle()), "copy of rows from the device");
    chunk.take(rows * rowBytes);
  }
}
