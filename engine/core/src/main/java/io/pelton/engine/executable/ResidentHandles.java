package io.pelton.engine.executable;

import io.pelton.engine.tensor.DeviceId;
import io.pelton.engine.tensor.Tensor;

/**
 * {@link Handles} whose contents lie where the executable computes: uploaded once, read by every
 * run, written only by feeds, by destructive ops and by copies within the device. On the host the
 * same holds, in heap memory. Binding through {@link Handles} ends residency.
 */
public non-sealed interface ResidentHandles extends ExecutableCapability {
  /** Where resident contents lie: the device that nodes are pinned to, else the host. */
  DeviceId device();

  /**
   * Keeps a copy on the host, to be uploaded when it is first needed on the device: by {@link
   * #stage}, by the next run or by reading. What was bound or resident before is dropped.
   *
   * @throws io.pelton.engine.error.UnknownName when there is no such input
   * @throws io.pelton.engine.error.InputMismatch when it declares another dtype or shape, or can't
   *     lie on a device: strings, and values that shapes follow from
   */
  void bind(String input, Tensor value);

  /**
   * Makes an input resident without a copy on the host, filled with zeros. What was bound or
   * resident before is dropped.
   *
   * @param dims within what the input declares
   * @throws io.pelton.engine.error.UnknownName when there is no such input
   * @throws io.pelton.engine.error.InputMismatch when it declares another shape, or can't lie on a
   *     device: strings, and values that shapes follow from
   */
  void prepare(String input, long... dims);

  /** Uploads what was bound here and is not resident yet. */
  void stage();

  /**
   * True when contents lie on the device; false while they are only bound.
   *
   * @throws io.pelton.engine.error.UnknownName when there is no such input
   */
  boolean isResident(String input);

  /**
   * A number for the memory that the contents lie in: another one whenever they were bound,
   * prepared, uploaded or replaced by a feed of other lengths, and never that of another handle.
   *
   * @throws io.pelton.engine.error.UnknownName when nothing is bound to the input
   */
  long allocation(String input);

  /**
   * A copy on the host of what lies on the device.
   *
   * @return contiguous on the heap, owned by the caller
   * @throws io.pelton.engine.error.UnknownName when there is no such input, or it is not resident
   */
  Tensor read(String input);

  /**
   * Index {@code row} of axis 0, of shape {@code dims[1..]}; nothing else is downloaded.
   *
   * @return on the heap, owned by the caller
   * @throws io.pelton.engine.error.UnknownName when there is no such input, or it is not resident
   * @throws io.pelton.engine.error.RowOutOfRange when there is no such row
   */
  Tensor readRow(String input, long row);
}
