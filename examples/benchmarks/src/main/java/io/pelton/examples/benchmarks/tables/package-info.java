/**
 * Generates the tables of {@code docs/optimizer.md} from the real models: what the rules found in
 * them and how tightly their memory is planned.
 */
package io.pelton.examples.benchmarks.tables;
