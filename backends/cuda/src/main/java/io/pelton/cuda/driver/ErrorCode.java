package io.pelton.cuda.driver;

import java.util.Set;
import jcuda.driver.CUresult;

/** What the driver's return codes mean for those who come after. */
final class ErrorCode {
  /** After one of these every call in the context fails, whoever makes it. */
  private static final Set<Integer> STICKY =
      Set.of(
          CUresult.CUDA_ERROR_DEINITIALIZED,
          CUresult.CUDA_ERROR_DEVICE_UNAVAILABLE,
          CUresult.CUDA_ERROR_ECC_UNCORRECTABLE,
          CUresult.CUDA_ERROR_NVLINK_UNCORRECTABLE,
          CUresult.CUDA_ERROR_ILLEGAL_ADDRESS,
          CUresult.CUDA_ERROR_LAUNCH_TIMEOUT,
          CUresult.CUDA_ERROR_CONTEXT_IS_DESTROYED,
          CUresult.CUDA_ERROR_ASSERT,
          CUresult.CUDA_ERROR_HARDWARE_STACK_ERROR,
          CUresult.CUDA_ERROR_ILLEGAL_INSTRUCTION,
          CUresult.CUDA_ERROR_MISALIGNED_ADDRESS,
          CUresult.CUDA_ERROR_INVALID_ADDRESS_SPACE,
          CUresult.CUDA_ERROR_INVALID_PC,
          CUresult.CUDA_ERROR_LAUNCH_FAILED,
          CUresult.CUDA_ERROR_MPS_CLIENT_TERMINATED,
          CUresult.CUDA_ERROR_EXTERNAL_DEVICE,
          CUresult.CUDA_ERROR_UNKNOWN);

  private ErrorCode() {}

  static boolean isSticky(int code) {
    return STICKY.contains(code);
  }

  /** As in the driver's header, such as {@code CUDA_ERROR_ILLEGAL_ADDRESS}. */
  static String name(int code) {
    String name = CUresult.stringFor(code);
    return name.startsWith("CUDA_") ? name : "code " + code;
  }
}
