"""A real broker, played devices on it, and the real Zigbee2MQTT over a stand-in for its radio."""
