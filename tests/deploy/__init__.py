"""What lies in deploy/."""
