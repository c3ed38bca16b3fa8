"""A Z-Wave network behind a zwave-js-server: plain, in zwave-js-ui, or in Home Assistant's add-on.

`ZwaveHome` is the home. `connection` speaks the server's protocol, `node` keeps what it tells, `reading`
turns nodes into devices and `writing` turns changes into values.
"""

from voice_gateway.devices.zwave.home import ZwaveHome

__all__ = ["ZwaveHome"]
