/**
 * Rules that make one op, with a kernel of its own, of several. They apply where the target backend
 * has that kernel. Imports {@code optimize} and what that imports.
 */
package io.pelton.engine.optimize.fusion;
