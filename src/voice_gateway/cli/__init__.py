"""The command line. One small file per command; heavy parts are imported when a command runs."""
