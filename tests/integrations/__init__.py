"""What we give to other programs, in the real ones."""
