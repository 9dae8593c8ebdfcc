"""What CI systems read, whichever command finds it: SARIF, JUnit's XML, workflow commands."""
