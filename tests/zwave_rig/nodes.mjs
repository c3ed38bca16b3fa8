// One node for every kind of device.

import { SwitchType, ThermostatMode, ThermostatSetpointType, WindowCoveringParameter } from "@zwave-js/cc";
import { CommandClasses } from "@zwave-js/core";
import { ccCaps } from "@zwave-js/testing";

import { barrier, battery, idle, previousLevel, setpoint, socketsOfAStrip, wakeUp } from "./behaviors.mjs";

const BINARY = 0x10;
const MULTILEVEL = 0x11;
const THERMOSTAT = 0x08;
const ENTRY = 0x40;
const SENSOR = 0x21;

const binary = ccCaps({ ccId: CommandClasses["Binary Switch"], version: 2, isSupported: true, defaultValue: false });
const level = (extra = {}) => ccCaps({ ccId: CommandClasses["Multilevel Switch"], version: 4, isSupported: true, defaultValue: 0, primarySwitchType: SwitchType["Down/Up"], ...extra });
const withBattery = { ccId: CommandClasses.Battery, version: 1, isSupported: true };
const sleeps = { ccId: CommandClasses["Wake Up"], version: 2, isSupported: true };
const heating = (modes) => [
    ...(modes ? [ccCaps({ ccId: CommandClasses["Thermostat Mode"], version: 3, isSupported: true, supportedModes: modes })] : []),
    ccCaps({
        ccId: CommandClasses["Thermostat Setpoint"], version: 3, isSupported: true,
        setpoints: { [ThermostatSetpointType.Heating]: { minValue: 7, maxValue: 30, defaultValue: 19, scale: "°C" } },
    }),
];

// Multilevel sensor types: 1 is air temperature, 5 is humidity.
const measured = { 1: 21.5, 5: 48 };
const climate = ccCaps({
    ccId: CommandClasses["Multilevel Sensor"], version: 11, isSupported: true,
    sensors: { 1: { supportedScales: [0] }, 5: { supportedScales: [0] } },
    getValue: (type) => measured[type],
});
const temperature = ccCaps({
    ccId: CommandClasses["Multilevel Sensor"], version: 11, isSupported: true,
    sensors: { 1: { supportedScales: [0] } }, getValue: () => 18.5,
});

const node = (id, name, location, generic, specific, commandClasses, extra = {}) => ({ id, name, location, generic, specific, commandClasses, ...extra });

export const NODES = [
    node(2, "Kitchen Light", "Kitchen", MULTILEVEL, 0x01, [level()], { behaviors: [previousLevel] }),
    node(3, "Hallway Lamp", "Hallway", BINARY, 0x01, [binary]),
    node(4, "Coffee Plug", "Kitchen", BINARY, 0x01, [binary]),
    node(5, "Bedroom Fan", "Bedroom", MULTILEVEL, 0x08, [level()], { behaviors: [previousLevel] }),
    node(6, "Lounge Blinds", "Lounge", MULTILEVEL, 0x07, [
        ccCaps({ ccId: CommandClasses["Window Covering"], version: 1, isSupported: true, supportedParameters: [WindowCoveringParameter["Outbound Bottom"]], travelTime: 1000 }),
    ]),
    node(7, "Bedroom Shutter", "Bedroom", MULTILEVEL, 0x06, [level({ travelTime: 8000 })], { behaviors: [previousLevel] }),
    node(8, "Garage Door", "Garage", ENTRY, 0x07, [{ ccId: CommandClasses["Barrier Operator"], version: 1, isSupported: true }], { behaviors: [barrier] }),
    node(9, "Front Door", "Hallway", ENTRY, 0x03, [{ ccId: CommandClasses["Door Lock"], version: 4, isSupported: true }, withBattery], { behaviors: [battery] }),
    node(10, "Bedroom Heating", "Bedroom", THERMOSTAT, 0x06, [...heating([ThermostatMode.Off, ThermostatMode.Heat, ThermostatMode.Cool]), temperature], { behaviors: [setpoint] }),
    node(11, "Water Valve", "Kitchen", BINARY, 0x06, [binary]),
    node(12, "Hallway Siren", "Hallway", BINARY, 0x05, [
        ccCaps({ ccId: CommandClasses["Sound Switch"], version: 2, isSupported: true, defaultToneId: 1, defaultVolume: 50, tones: [{ name: "wail", duration: 60 }] }),
    ]),
    node(13, "Bathroom Sensor", "Bathroom", SENSOR, 0x01, [climate, withBattery], { behaviors: [battery], state: { battery: 15 } }),
    node(14, "Hallway Motion", "Hallway", 0x07, 0x01, [
        ccCaps({ ccId: CommandClasses.Notification, version: 8, isSupported: true, supportsV1Alarm: false, notificationTypesAndEvents: { 7: [8] } }),
    ], { behaviors: [idle] }),
    node(15, "Freezer Plug", "Garage", BINARY, 0x01, [binary]),
    node(16, "Stubborn Plug", "Garage", BINARY, 0x01, [binary], { state: { refuses: true } }),
    node(17, "Balcony Heater", "Balcony", THERMOSTAT, 0x04, [...heating(), sleeps], { behaviors: [setpoint, wakeUp], sleeping: true }),
    node(18, "Old Dimmer", "Bathroom", MULTILEVEL, 0x01, [level()], { behaviors: [previousLevel], unsupervised: true }),
    node(19, "Bedroom Window", "Bedroom", 0x20, 0x01, [
        ccCaps({ ccId: CommandClasses["Binary Sensor"], version: 2, isSupported: true, supportedSensorTypes: [10], getValue: () => true }),
    ]),
    node(20, "Desk Strip", "Lounge", BINARY, 0x04, [binary, { ccId: CommandClasses["Multi Channel"], version: 4, isSupported: true }], {
        behaviors: [socketsOfAStrip],
        endpoints: [1, 2].map(() => ({ genericDeviceClass: BINARY, specificDeviceClass: 0x01, commandClasses: [binary] })),
    }),
];
