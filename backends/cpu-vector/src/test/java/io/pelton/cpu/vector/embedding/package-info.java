/** Sums of table rows by vectors against their scalar twins. */
package io.pelton.cpu.vector.embedding;
