/**
 * Memory of devices, pinned memory of the host, and queues: streams with the copies they need.
 * Imports {@code driver}.
 */
package io.pelton.cuda.memory;
