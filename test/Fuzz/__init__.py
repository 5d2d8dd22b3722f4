"""Differential tests of regtt-cc: random annotated programs, built with a
plain compiler and with regtt-cc, have to print the same bytes."""
