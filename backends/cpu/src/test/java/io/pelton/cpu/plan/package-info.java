/** Plans that are made and run over two devices. */
package io.pelton.cpu.plan;
