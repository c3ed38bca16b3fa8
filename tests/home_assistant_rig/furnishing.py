"""Turns the demo of Home Assistant into a home that people live in."""

from pathlib import Path

from tests.home_assistant_rig.rig import HomeAssistant

FURNITURE = Path(__file__).with_name("furnished.yaml").read_text()

FLOORS = {"Downstairs": ["ground floor"], "Upstairs": ["first floor"]}
AREAS: dict[str, tuple[str | None, list[str], list[str]]] = {
    "Kitchen": (
        "Downstairs",
        ["galley"],
        ["light.kitchen_lights", "cover.kitchen_window", "media_player.kitchen_speaker"],
    ),
    "Living Room": (
        "Downstairs",
        ["lounge"],
        [
            "light.living_room_rgbww_lights",
            "cover.living_room_window",
            "fan.living_room_fan",
            "climate.heatpump",
        ],
    ),
    "Bedroom": ("Upstairs", [], ["light.bed_light", "climate.hvac"]),
    "Office": ("Upstairs", ["study"], ["light.office_rgbw_lights", "light.desk_lamp"]),
    "Garden": (None, ["yard"], ["cover.garden_gate", "lock.back_door"]),
}
ALIASES = {"light.bed_light": ["night light", "Gerald"], "lock.back_door": ["patio door"]}
EXPOSED = [
    "alarm_control_panel.security",
    "binary_sensor.basement_floor_wet",
    "button.push",
    "calendar.calendar_1",
    "calendar.calendar_2",
    "camera.demo_camera",
    "input_boolean.film_has_begun",
    "lawn_mower.mower_can_do_all",
    "lock.back_door",
    "lock.front_door",
    "lock.poorly_installed_door",
    "number.volume",
    "person.anna",
    "script.bedtime",
    "script.slow_bedtime",
    "select.speed",
    "sensor.outlet_1_power",
    "siren.siren",
    "valve.orchard",
    "weather.demo_weather_north",
    "weather.demo_weather_south",
]
HIDDEN = ["light.entrance_color_white_lights"]
"""Would be exposed if nobody had said otherwise."""


def furnish(house: HomeAssistant) -> None:
    """Give it floors, areas and aliases, and expose what its owner would."""
    floors: dict[str, str] = {
        name: house.command("config/floor_registry/create", name=name, aliases=aliases)["floor_id"]
        for name, aliases in FLOORS.items()
    }
    known = {area["name"]: area["area_id"] for area in house.command("config/area_registry/list")}
    for name, (floor, aliases, entities) in AREAS.items():
        place = {"aliases": aliases} | ({"floor_id": floors[floor]} if floor else {})
        if name in known:
            house.command("config/area_registry/update", area_id=known[name], **place)
        else:
            known[name] = house.command("config/area_registry/create", name=name, **place)["area_id"]
        for entity in entities:
            house.command("config/entity_registry/update", entity_id=entity, area_id=known[name])
    for entity, aliases in ALIASES.items():
        house.command("config/entity_registry/update", entity_id=entity, aliases=aliases)
    expose(house, *EXPOSED)
    expose(house, *HIDDEN, exposed=False)


def expose(house: HomeAssistant, *entities: str, exposed: bool = True) -> None:
    """Let voice assistants see these entities, or not."""
    house.command(
        "homeassistant/expose_entity",
        assistants=["conversation"],
        entity_ids=list(entities),
        should_expose=exposed,
    )


def many_lights(count: int) -> str:
    """Configuration for so many lights that they are no home any more."""
    switches = "\n".join(f"  lamp_{number}_is_on: {{}}" for number in range(count))
    lights = "\n".join(_LIGHT.replace("N", str(number)) for number in range(count))
    return f"input_boolean:\n{switches}\ntemplate:\n  - light:\n{lights}\n"


_LIGHT = """\
      - name: Lamp N
        unique_id: lamp_N
        state: "{{ is_state('input_boolean.lamp_N_is_on', 'on') }}"
        turn_on: {action: input_boolean.turn_on, target: {entity_id: input_boolean.lamp_N_is_on}}
        turn_off: {action: input_boolean.turn_off, target: {entity_id: input_boolean.lamp_N_is_on}}"""
