/** The optimizer's rules on the CPU backend: what they fuse, what they leave, and the bits. */
package io.pelton.cpu.rules;
