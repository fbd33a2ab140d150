package io.pelton.engine.executable;

import io.pelton.engine.tensor.Storage;

/**
 * Where an output lies: {@code length} contiguous elements of {@code storage} from {@code offset}
 * on. Valid until the executable runs again.
 */
public record OutputSlot(Storage storage, long offset, long length) {}
