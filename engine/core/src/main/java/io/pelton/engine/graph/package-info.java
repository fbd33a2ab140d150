/**
 * The intermediate representation: an append-only graph of nodes, the ops that nodes perform, and
 * the type and shape rules of those ops. Imports {@code tensor} and {@code error}.
 */
package io.pelton.engine.graph;
