"""How well sentences are told apart, by the router and by the rules that came before it."""
