"""`voice-gateway eval`: measures how well the parts do."""

import typer

from voice_gateway.cli.eval_home import eval_home
from voice_gateway.cli.eval_routing import eval_routing
from voice_gateway.cli.eval_search import eval_search
from voice_gateway.cli.eval_sentences import eval_sentences
from voice_gateway.cli.eval_talk import eval_talk
from voice_gateway.cli.eval_tools import eval_tools
from voice_gateway.cli.eval_voice import eval_voice

evaluate_app = typer.Typer(help="Measure how well the assistant does.", no_args_is_help=True)
evaluate_app.command("home")(eval_home)
evaluate_app.command("talk")(eval_talk)
evaluate_app.command("sentences")(eval_sentences)
evaluate_app.command("tools")(eval_tools)
evaluate_app.command("routing")(eval_routing)
evaluate_app.command("search")(eval_search)
evaluate_app.command("voice")(eval_voice)
