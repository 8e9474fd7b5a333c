"""Speed, measured as ratios within one run; `make bench` writes what the book's page shows."""
