"""Delta's connector of Spark: the log of a table, in the driver's JVM."""
