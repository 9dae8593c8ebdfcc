"""From files to the model: one frontend a dialect, and the resolver of names."""
