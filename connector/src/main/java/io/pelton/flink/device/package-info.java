/**
 * Which device a slot computes on: those that Flink's external resources offer, or else all of the
 * backend's, the one with the fewest slots of the TaskManager first. Knows no models.
 */
package io.pelton.flink.device;
