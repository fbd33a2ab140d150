/** Trees whose nodes are compared for many rows in one instruction. */
package io.pelton.cpu.vector.tree;
