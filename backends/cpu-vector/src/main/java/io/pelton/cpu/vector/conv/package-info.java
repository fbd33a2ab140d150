/**
 * Convolutions and pooling. An image is copied with its padding and with the phases of its strides
 * apart, so that neighbouring outputs meet neighbouring elements: kernels then take vectors of
 * outputs, or a few outputs and vectors of channels, and go over a list of taps once, in order.
 */
package io.pelton.cpu.vector.conv;
