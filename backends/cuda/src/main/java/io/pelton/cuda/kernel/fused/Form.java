package io.pelton.cuda.kernel.fused;

/** How a kernel goes through an input. */
enum Form {
  /** As through the output, without gaps. */
  FLAT,
  /** One element, for all of the output. */
  SINGLE,
  /** By strides. */
  STRIDED
}
