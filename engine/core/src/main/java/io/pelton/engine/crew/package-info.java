/**
 * Threads that executables of a process share to divide single steps among them, and the teams in
 * which they work. Imports nothing.
 */
package io.pelton.engine.crew;
