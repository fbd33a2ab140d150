package io.pelton.engine.executable;

import io.pelton.engine.tensor.Storage;

/**
 * Where an output lies: {@code length} contiguous elements of {@code storage} from {@code offset}
 * on. Valid until the executable runs again.
 *
 * @param storage of the executable, of an input, or of the output's target; not retained
 * @param offset in elements
 * @param length in elements
 */
public record OutputSlot(Storage storage, long offset, long length) {}
