"""A home on an MQTT broker: Zigbee2MQTT, and whatever announces itself by Home Assistant's MQTT discovery.

`discovery` and `zigbee` read what is announced, both into the same form (`Announced`); `reading` makes of it
entities like those of Home Assistant, whose vocabulary it is, so that they become devices as those do;
`writing` turns Home Assistant's calls into messages, and `confirming` waits for the devices' own reports.
Templates are read by `templates`, a small reader of our own.
"""

from voice_gateway.devices.mqtt.broker import Address
from voice_gateway.devices.mqtt.home import MqttHome

__all__ = ["Address", "MqttHome"]
