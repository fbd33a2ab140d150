/** Whole models on a device, beside the CPU. */
package io.pelton.cuda.model;
