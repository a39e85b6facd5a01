"""Servers for a machine without servers: embedded PostgreSQL and broker, and their supervision."""
