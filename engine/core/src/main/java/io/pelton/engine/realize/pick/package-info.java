/** Picks, while a graph runs, one of the alternative arms of each branch. Imports {@code plan}. */
package io.pelton.engine.realize.pick;
