package io.pelton.cuda.memory;

import io.pelton.cuda.driver.CudaContext;
import io.pelton.cuda.driver.Gate;
import java.util.function.IntSupplier;
import jcuda.Pointer;
import jcuda.driver.CUdeviceptr;
import jcuda.driver.CUstream;
import jcuda.driver.JCudaDriver;

/**
 * A copy that is done when it returns, beside all queues. It needs no pinned memory: the driver
 * stages by itself, which takes longer.
 */
final class DirectCopy {
  /** The garbage collector waits while the driver reads an array: a millisecond for so many. */
  private static final int PIECE_BYTES = 4 << 20;

  /** That of copies without a queue; it doesn't wait for those of queues. */
  private static final CUstream DEFAULT_STREAM = new CUstream();

  private static final CUdeviceptr ZERO = new CUdeviceptr();

  private final CudaContext context;
  private final Rows from;
  private final Rows to;

  /**
   * @param context of the device that copies
   */
  DirectCopy(CudaContext context, Rows from, Rows to) {
    this.context = context;
    this.from = from;
    this.to = to;
    if (from.context() != context && to.context() != context) {
      throw new IllegalArgumentException(
          "neither " + from.storage() + " nor " + to.storage() + " is on " + context.device());
    }
  }

  /**
   * @param slots of the carrier
   */
  void run(long slots) {
    int width = from.carrier().width();
    if (from.context() == null) {
      inPieces(slots, width, this::upload);
    } else if (to.context() == null) {
      inPieces(slots, width, this::download);
    } else {
      copy(slots * width);
    }
  }

  private interface Piece {
    void copy(long slot, int slots);
  }

  private static void inPieces(long slots, int width, Piece piece) {
    int most = PIECE_BYTES / width;
    for (long done = 0; done < slots; done += most) {
      piece.copy(done, (int) Math.min(slots - done, most));
    }
  }

  private void upload(long slot, int slots) {
    HostPiece piece = HostPiece.of(from.storage(), from.slot() + slot, slots);
    Pointer source = piece.read();
    CUdeviceptr target = ZERO.withByteOffset(to.address(slot));
    call(() -> JCudaDriver.cuMemcpyHtoD(target, source, piece.bytes()), "copy to the device");
  }

  private void download(long slot, int slots) {
    HostPiece piece = HostPiece.of(to.storage(), to.slot() + slot, slots);
    Pointer target = piece.pointer();
    CUdeviceptr source = ZERO.withByteOffset(from.address(slot));
    call(() -> JCudaDriver.cuMemcpyDtoH(target, source, piece.bytes()), "copy from the device");
    piece.written();
  }

  private void copy(long bytes) {
    CUdeviceptr source = ZERO.withByteOffset(from.address(0));
    CUdeviceptr target = ZERO.withByteOffset(to.address(0));
    if (from.context() == to.context()) {
      call(() -> JCudaDriver.cuMemcpyDtoD(target, source, bytes), "copy within the device");
      return;
    }
    CudaContext other = (from.context() == context ? to : from).context();
    // in one order both ways, lest two threads wait for each other
    boolean isOwnFirst = context.device().index() < other.device().index();
    Gate first = (isOwnFirst ? context : other).gate();
    Gate second = (isOwnFirst ? other : context).gate();
    first.enter();
    try {
      second.enter();
      try {
        copyBetween(source, target, bytes);
      } finally {
        second.leave();
      }
    } finally {
      first.leave();
    }
  }

  private void copyBetween(CUdeviceptr source, CUdeviceptr target, long bytes) {
    call(
        () ->
            JCudaDriver.cuMemcpyPeerAsync(
                target,
                to.context().handle(),
                source,
                from.context().handle(),
                bytes,
                DEFAULT_STREAM),
        "copy between devices");
  }

  /** Copies from pageable memory, and those within devices, go on when the driver returns. */
  private void call(IntSupplier copy, String action) {
    Gate gate = context.gate();
    gate.enter();
    try {
      context.check(copy.getAsInt(), action);
      context.check(JCudaDriver.cuStreamSynchronize(DEFAULT_STREAM), action);
    } finally {
      gate.leave();
    }
  }
}
