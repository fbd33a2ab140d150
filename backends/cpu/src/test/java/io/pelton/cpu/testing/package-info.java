/** What the tests of several families share: random tensors, element bits, single nodes. */
package io.pelton.cpu.testing;
