/**
 * The driver API, every return code checked: finding devices, contexts, modules and functions.
 * Imports nothing else of the backend.
 */
package io.pelton.cuda.driver;
