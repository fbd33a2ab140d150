/**
 * What the kernels of all families share; each family is a package below that binds its ops to
 * functions of one module. Imports {@code launch}.
 */
package io.pelton.cuda.kernel;
