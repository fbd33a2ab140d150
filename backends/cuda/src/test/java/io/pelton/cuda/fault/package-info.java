/** Faults of devices as executables meet them: what they throw, leave behind and do next. */
package io.pelton.cuda.fault;
