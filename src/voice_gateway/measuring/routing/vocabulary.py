"""The words a home is spoken of with, as pieces of patterns for the rules."""


def any_of(words: str) -> str:
    """A pattern for any of the words, which are separated by commas and may be patterns themselves."""
    return "(?:" + "|".join(word.strip() for word in words.split(",")) + ")"


LIGHT = any_of(
    "(?:night ?)?lights?, lites?, lamps?, lighting, bulbs?, chandeliers?, led strips?, spotlights?"
)
OPENING = any_of(
    "doors?, garages?, gates?, windows?, blinds?, curtains?, shades?, shutters?, awnings?, skylights?, "
    "covers?, "
    "drapes?, valves?, locks?, deadbolts?"
)
CLIMATE = any_of(
    "thermostats?, heating, heaters?, furnace, boiler, radiators?, a/?c, air con(?:ditioning|ditioner)?, "
    "hvac, "
    "temp(?:era?t?ure)?, (?:de)?humidifiers?, fans?, oven, stove"
)
APPLIANCE = any_of(
    "tv, television, switch(?:es)?, plugs?, sockets?, outlets?, wemo, sirens?, vacuums?, roomba, robot, "
    "lawn ?mower, mower, coffee, espresso, kettle, dishwasher, washing machine, washer, dryer, sprinklers?, "
    "irrigation, pump, car, vehicle, camera, doorbell, projector, fireplace, scene, script"
)
MODE = any_of("party, night, nighttime, movie, away, stealth, guest") + " mode"
THING = f"(?:{LIGHT}|{OPENING}|{CLIMATE}|{APPLIANCE}|{MODE})"
ROOM = any_of(
    "(?:living|dining|laundry|guest|play|family|bed|bath|sun|store)[ -]?room, kitchen, office, "
    "hall(?:way)?, garage, "
    "attic, basement, cellar, den, lounge, study, nursery, patio, porch, garden, backyard, balcony, house, "
    "flat, "
    "home, floor, room, upstairs, downstairs"
)
COLOUR = any_of(
    "red, green, blue, white, yellow, orange, purple, pink, violet, cyan, teal, gold, magenta, turquoise"
)
LEVEL = (
    r"(?:\d+(?:\.\d+)? ?(?:%|°|percent|degrees)?|(?:the )?"
    + any_of("max(?:imum)?, min(?:imum)?, highest, lowest")
    + ")"
)
SWITCH = any_of(
    "turn, switch, power, put, shut, flip, toggle, activate, deactivate, enable, disable, start, stop, "
    "open, close, "
    "lock, unlock, raise, lower, dim, brighten, bright, set, change, adjust, increase, decrease, minimize, "
    "make, "
    "light, run, engage, secure, get, warm, heat, cool, on, off, have"
)
STATE = any_of("on, off, open, closed, lock, locked, unlocked, shut, running, jammed, there")
MEASURE = any_of(
    "battery, humidity, temp(?:erature)?, brightness, illuminance, pressure, voltage, current, energy, "
    "power, "
    "power factor, air quality(?: index)?, co2?, carbon (?:monoxide|dioxide), moisture, irradiance, speed, "
    "weight, "
    "signal strength, concentration, frequency, rainfall, ozone, pm ?[\\d.]+, consumption, mileage, duration"
)
MEASURED_BY = any_of("sensor, level, indicated, measured, ac, phone, pump, battery, meter")
DAY = any_of("(?:mon|tues|wednes|thurs|fri|satur|sun)day, today, tomorrow, christmas, easter, thanksgiving")
ENTERTAINMENT = any_of(
    "songs?, music, albums?, playlists?, podcasts?, radio, audio ?books?, episodes?, movies?, shows?, "
    "tracks?, jazz"
)
MONEY = any_of("dollars?, euros?, pesos?, yen, pounds?, rupees?, usd, cad, eur, gbp")
LEADER = any_of("president, prime minister, ceo, king, queen, mayor, chancellor, governor")
