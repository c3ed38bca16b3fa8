// What the packaged mock nodes lack or get wrong, so that they answer as real devices do.

import {
    BarrierOperatorCCGet,
    BarrierOperatorCCReport,
    BarrierOperatorCCSet,
    BarrierOperatorCCSignalingCapabilitiesGet,
    BarrierOperatorCCSignalingCapabilitiesReport,
    BatteryCCGet,
    BatteryCCReport,
    BinarySwitchCCGet,
    BinarySwitchCCReport,
    BinarySwitchCCSet,
    MultilevelSwitchCCSet,
    NotificationCCGet,
    NotificationCCReport,
    ThermostatSetpointCCSet,
    WakeUpCCIntervalCapabilitiesGet,
    WakeUpCCIntervalCapabilitiesReport,
    WakeUpCCIntervalGet,
    WakeUpCCIntervalReport,
    WakeUpCCIntervalSet,
    WakeUpCCNoMoreInformation,
} from "@zwave-js/cc";
import { CommandClasses } from "@zwave-js/core";
import { Bytes } from "@zwave-js/shared";

const PREVIOUS = 255;

export const battery = {
    handleCC(controller, self, received) {
        if (!(received instanceof BatteryCCGet)) return;
        const level = self.state.get("battery") ?? 80;
        return { action: "sendCC", cc: new BatteryCCReport({ nodeId: controller.ownNodeId, level, isLow: level < 20 }) };
    },
};

// The library can read some reports but not write them, so their bytes are put in by hand.
const withBytes = (cc, ...bytes) => Object.assign(cc, { payload: Bytes.from(bytes) });

// The library can write this command but not read it.
BarrierOperatorCCSet.from = (raw, context) => new BarrierOperatorCCSet({ nodeId: context.sourceNodeId, targetState: raw.payload[0] });

// 0 is closed and 255 open; a set is answered at once and the door is where it should be.
export const barrier = {
    handleCC(controller, self, received) {
        const nodeId = controller.ownNodeId;
        if (received instanceof BarrierOperatorCCGet) {
            return { action: "sendCC", cc: withBytes(new BarrierOperatorCCReport({ nodeId }), self.state.get("barrier") ?? 0) };
        }
        if (received instanceof BarrierOperatorCCSet) {
            self.state.set("barrier", received.targetState);
            return { action: "ok" };
        }
        if (received instanceof BarrierOperatorCCSignalingCapabilitiesGet) {
            return { action: "sendCC", cc: withBytes(new BarrierOperatorCCSignalingCapabilitiesReport({ nodeId }), 0) };
        }
    },
};

// Asked for its alarms, it has none.
export const idle = {
    handleCC(controller, self, received) {
        if (!(received instanceof NotificationCCGet)) return;
        const cc = new NotificationCCReport({ nodeId: controller.ownNodeId, notificationType: received.notificationType, notificationEvent: 0 });
        return { action: "sendCC", cc };
    },
};

// A sleeping node hears nothing until it wakes by itself.
export const wakeUp = {
    handleCC(controller, self, received) {
        const nodeId = controller.ownNodeId;
        if (received instanceof WakeUpCCIntervalCapabilitiesGet) {
            // Shortest, longest, usual interval and step in seconds, three bytes each.
            const cc = new WakeUpCCIntervalCapabilitiesReport({ nodeId });
            return { action: "sendCC", cc: withBytes(cc, 0, 0, 60, 1, 0x51, 0x80, 0, 0x0e, 0x10, 0, 0, 60) };
        }
        if (received instanceof WakeUpCCIntervalGet) {
            return { action: "sendCC", cc: withBytes(new WakeUpCCIntervalReport({ nodeId }), 0, 0x0e, 0x10, nodeId) };
        }
        if (received instanceof WakeUpCCIntervalSet) return { action: "ok" };
        if (received instanceof WakeUpCCNoMoreInformation) {
            self.state.set("asleep", true);
            return { action: "stop" };
        }
    },
};

// The packaged mock takes 255 for a level; a real dimmer goes back to where it was.
export const previousLevel = {
    handleCC(controller, self, received) {
        if (!(received instanceof MultilevelSwitchCCSet)) return;
        if (received.targetValue === PREVIOUS) received.targetValue = self.state.get("previous") ?? 99;
        if (received.targetValue > 0) self.state.set("previous", received.targetValue);
    },
};

// The packaged mock refuses every temperature above the minimum.
export const setpoint = {
    handleCC(controller, self, received) {
        if (!(received instanceof ThermostatSetpointCCSet)) return;
        const { setpoints } = self.getCCCapabilities(CommandClasses["Thermostat Setpoint"]);
        const range = setpoints[received.setpointType];
        if (!range || received.value < range.minValue || received.value > range.maxValue) return { action: "fail" };
        self.state.set(`ThermostatSetpoint_setpoint_${received.setpointType}`, received.value);
        return { action: "ok" };
    },
};

// The packaged mock keeps one state for all sockets of a strip.
export const socketsOfAStrip = {
    handleCC(controller, self, received) {
        const socket = received.endpointIndex;
        if (!socket) return;
        const key = `BinarySwitch_currentValue_${socket}`;
        if (received instanceof BinarySwitchCCSet) {
            self.state.set(key, received.targetValue);
            return { action: "ok" };
        }
        if (received instanceof BinarySwitchCCGet) {
            return { action: "sendCC", cc: new BinarySwitchCCReport({ nodeId: controller.ownNodeId, endpointIndex: socket, currentValue: self.state.get(key) ?? false }) };
        }
    },
};

// Says no to every command while "refuses" is set; counts what it was told to do.
export const witness = {
    handleCC(controller, self, received) {
        const name = received.constructor.name;
        if (!name.endsWith("Set") || received instanceof WakeUpCCIntervalSet) return;
        self.state.set("sets", (self.state.get("sets") ?? 0) + 1);
        if (self.state.get("refuses")) return { action: "fail" };
    },
};
