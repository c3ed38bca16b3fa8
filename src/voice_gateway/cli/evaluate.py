"""`voice-gateway eval`: measures how well the parts do."""

import typer

from voice_gateway.cli.eval_routing import eval_routing

evaluate_app = typer.Typer(help="Measure how well the assistant does.", no_args_is_help=True)
evaluate_app.command("routing")(eval_routing)
