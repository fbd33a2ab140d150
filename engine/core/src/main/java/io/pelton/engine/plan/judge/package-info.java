/**
 * Measures kernels on this machine, within a budget, and remembers the medians in a file. What it
 * says orders kernels of equal results only. Imports {@code kernel}, {@code graph}, {@code tensor}
 * and {@code error}.
 */
package io.pelton.engine.plan.judge;
