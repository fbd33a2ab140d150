/**
 * A test double of the CUDA driver under the real natives of JCuda: builds it with the host's
 * compiler, loads it, and says what went wrong in it. Imports neither the backend nor the engine.
 */
package io.pelton.cuda.emulator;
