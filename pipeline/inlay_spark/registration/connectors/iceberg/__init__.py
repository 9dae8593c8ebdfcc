"""Iceberg's connector of Spark: a catalog of the session, and the table in it."""
