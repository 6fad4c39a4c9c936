"""Results of finished games: what is known of each, one file for all players, best times."""
