/** What tests of kernels share: nodes on the CPU and on a device, side by side. */
package io.pelton.cuda.testing;
