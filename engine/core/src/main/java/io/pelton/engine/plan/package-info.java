/**
 * Decides before anything runs: binds a template's symbols, picks kernels, inserts copies, lays out
 * memory. A plan is immutable and can print itself. Imports {@code optimize} and {@code kernel}.
 */
package io.pelton.engine.plan;
