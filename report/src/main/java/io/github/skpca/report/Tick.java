package io.github.skpca.report;

/** A value on an axis that is marked and named. */
record Tick(double value, String label) {}
