"""Many games: strategies compared on the same boards, with statistics that say how sure that is."""
