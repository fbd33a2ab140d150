/**
 * Arrow IPC files and streams: reading, writing, and refusing those that are broken. Imports the
 * bridge's root package and Arrow.
 */
package io.pelton.arrow.io;
