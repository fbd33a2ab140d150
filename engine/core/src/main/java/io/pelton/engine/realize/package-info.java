/**
 * Runs graphs pass by pass, planned in segments as soon as lengths are known. Imports {@code bind}
 * and what that imports, and {@code guard}.
 */
package io.pelton.engine.realize;
