"""What the tools over a home are called."""

from typing import Final

CONTROL: Final = "control_zwave_device"
READ: Final = "get_device_sensor_data"
LIST: Final = "list_devices"
VERIFY: Final = "verify_device"
DETAILS: Final = "list_zwave_devices"
HEALTH: Final = "check_zwave_health"
