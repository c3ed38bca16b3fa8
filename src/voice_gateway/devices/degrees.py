"""Temperatures of sources that count in °F; here all are in °C."""

from __future__ import annotations


def celsius(fahrenheit: float) -> float:
    return round((fahrenheit - 32) / 1.8, 1)


def fahrenheit(degrees: float) -> float:
    return round(degrees * 1.8 + 32)
