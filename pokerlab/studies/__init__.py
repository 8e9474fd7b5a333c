"""Studies: what one asks of whole families of games, or of all the solutions of one."""
