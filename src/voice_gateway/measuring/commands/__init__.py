"""`voice-gateway eval`: measures how well the parts do."""

import typer

from voice_gateway.measuring.commands.home import eval_home
from voice_gateway.measuring.commands.routing import eval_routing
from voice_gateway.measuring.commands.search import eval_search
from voice_gateway.measuring.commands.sentences import eval_sentences
from voice_gateway.measuring.commands.talk import eval_talk
from voice_gateway.measuring.commands.tools import eval_tools
from voice_gateway.measuring.commands.voice import eval_voice

evaluate_app = typer.Typer(help="Measure how well the assistant does.", no_args_is_help=True)
evaluate_app.command("home")(eval_home)
evaluate_app.command("talk")(eval_talk)
evaluate_app.command("sentences")(eval_sentences)
evaluate_app.command("tools")(eval_tools)
evaluate_app.command("routing")(eval_routing)
evaluate_app.command("search")(eval_search)
evaluate_app.command("voice")(eval_voice)
