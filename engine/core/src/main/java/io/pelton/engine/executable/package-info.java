/**
 * Graphs compiled for repeated runs: what a Flink slot holds. A {@link
 * io.pelton.engine.executable.CompiledGraph} makes executables, and finds their plans by what they
 * are run on. What only some can do is a small interface each, an {@link
 * io.pelton.engine.executable.ExecutableCapability}, over one implementation: parameters, forks,
 * active extents, handles and their residency, feeds, rows of caches, targets of outputs, random
 * numbers, placement of experts, pipelining. {@link
 * io.pelton.engine.executable.BucketedCompileCache} and {@link
 * io.pelton.engine.executable.DecodeSession} are built on these. Imports {@code realize} and what
 * that imports.
 */
package io.pelton.engine.executable;
