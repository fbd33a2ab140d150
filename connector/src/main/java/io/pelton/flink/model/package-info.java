/**
 * Where models come from, and how the slots of a TaskManager share one: read through Flink's file
 * systems, compiled once, counted by leases. Imports the engine and the ONNX importer.
 */
package io.pelton.flink.model;
