"""Speech by eSpeak NG: robotic, clear, instant, and inside a package. The library is under the GPL-3."""

import ctypes
import threading
from ctypes import CFUNCTYPE, POINTER, c_char_p, c_int, c_short, c_size_t, c_uint, c_void_p

from voice_gateway.errors import SettingsError
from voice_gateway.installation import how_to_add
from voice_gateway.settings.model import VoiceSettings
from voice_gateway.voice.audio import Sound
from voice_gateway.voice.errors import EngineError

DEFAULT_VOICE = "en-us"

_SYNCHRONOUS, _UTF8, _RATE, _CHARACTERS = 2, 1, 1, 1
_ON_SOUND = CFUNCTYPE(c_int, POINTER(c_short), c_int, c_void_p)


class Espeak:
    """eSpeak NG, in process. Its library knows one voice at a time, so all speakers share a lock."""

    name = "eSpeak NG"
    _library: ctypes.CDLL | None = None
    _rate = 0
    _lock = threading.Lock()

    def __init__(self, settings: VoiceSettings) -> None:
        self._voice = settings.voice or DEFAULT_VOICE
        self._words_per_minute = settings.rate

    def load(self) -> None:
        with self._lock:
            self._chosen()

    def speak(self, text: str) -> Sound:
        pieces = bytearray()

        def collect(samples: "ctypes._Pointer[c_short]", count: int, _events: int | None) -> int:
            if samples and count > 0:
                pieces.extend(ctypes.string_at(samples, 2 * count))
            return 0

        callback = _ON_SOUND(collect)
        encoded = text.encode()
        with self._lock:
            library = self._chosen()
            library.espeak_SetSynthCallback(callback)
            library.espeak_Synth(encoded, len(encoded) + 1, 0, _CHARACTERS, 0, _UTF8, None, None)
        return Sound(bytes(pieces), self._rate)

    def _chosen(self) -> ctypes.CDLL:
        library = Espeak._library or _open()
        library.espeak_SetParameter(_RATE, self._words_per_minute, 0)
        if library.espeak_SetVoiceByName(self._voice.encode()) != 0:
            raise SettingsError(
                f"eSpeak has no voice called “{self._voice}”.",
                fix="Set voice.voice to a language such as en-us, en or en-us+f3.",
            )
        return library


def _open() -> ctypes.CDLL:
    try:
        import espeakng_loader
    except ImportError:
        raise EngineError("eSpeak NG is not installed.", fix=f"Install it: {how_to_add('espeak')}") from None
    try:
        library = ctypes.CDLL(espeakng_loader.get_library_path())
    except OSError as error:
        raise EngineError(f"eSpeak NG cannot be loaded: {error}.") from None
    library.espeak_Initialize.argtypes = [c_int, c_int, c_char_p, c_int]
    library.espeak_SetVoiceByName.argtypes = [c_char_p]
    library.espeak_SetParameter.argtypes = [c_int, c_int, c_int]
    library.espeak_SetSynthCallback.argtypes = [_ON_SOUND]
    library.espeak_Synth.argtypes = [
        *(c_char_p, c_size_t, c_uint, c_int, c_uint, c_uint),
        *(POINTER(c_uint), c_void_p),
    ]
    rate = library.espeak_Initialize(_SYNCHRONOUS, 0, espeakng_loader.get_data_path().encode(), 0)
    if rate <= 0:
        raise EngineError("eSpeak NG does not find its data.", fix="Install espeakng-loader again.")
    Espeak._library, Espeak._rate = library, rate
    return library
