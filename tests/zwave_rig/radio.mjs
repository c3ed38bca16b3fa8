// A Z-Wave stick with nodes around it, none of them real. The driver reaches it over a loopback socket as if it were
// a serial port; the tests look into the nodes, and disturb them, over a control port.
//
// node radio.mjs            prints {"serial": PORT, "control": PORT} when ready; ends when standard input closes

import { createServer as createWebServer } from "node:http";
import { createServer } from "node:net";

import { BinarySwitchCCReport, MultilevelSensorCCReport, NotificationCCReport, WakeUpCCWakeUpNotification } from "@zwave-js/cc";
import { CommandClasses } from "@zwave-js/core";
import { SerialAPIParser, ZWaveSerialFrameType } from "@zwave-js/serial";
import { createAndOpenMockedZWaveSerialPort } from "@zwave-js/serial/mock";
import { MockController, MockNode, ccCaps, createMockZWaveRequestFrame } from "@zwave-js/testing";
import { createDefaultMockControllerBehaviors, createDefaultMockNodeBehaviors } from "zwave-js/Testing";

import { witness } from "./behaviors.mjs";
import { NODES } from "./nodes.mjs";

const LOOPBACK = "127.0.0.1";
const PATIENCE = 30_000; // milliseconds; a busy machine lets a driver wait for longer than the mock would
const IDLE = 0; // of the mock's communicationState

// A driver that is killed in mid-command leaves the mocks waiting for an answer that never comes. That is no reason to end.
process.on("unhandledRejection", (error) => process.stderr.write(`${error?.message ?? error}\n`));

async function addNode(controller, plan) {
    const node = await MockNode.create({
        id: plan.id,
        controller,
        capabilities: {
            genericDeviceClass: plan.generic,
            specificDeviceClass: plan.specific,
            isListening: !plan.sleeping,
            txDelay: 1,
            commandClasses: [
                { ccId: CommandClasses.Version, version: 3, isSupported: true },
                { ccId: CommandClasses["Manufacturer Specific"], version: 2, isSupported: true },
                { ccId: CommandClasses["Z-Wave Plus Info"], version: 2, isSupported: true },
                ccCaps({ ccId: CommandClasses["Node Naming and Location"], version: 1, isSupported: true, name: plan.name, location: plan.location }),
                ...(plan.unsupervised ? [] : [{ ccId: CommandClasses.Supervision, version: 1, isSupported: true }]),
                ...plan.commandClasses,
            ],
            endpoints: plan.endpoints,
        },
    });
    controller.addNode(node);
    node.defineBehavior(...createDefaultMockNodeBehaviors());
    node.defineBehavior(...(plan.behaviors ?? []));
    node.defineBehavior(witness);
    for (const [key, value] of Object.entries(plan.state ?? {})) node.state.set(key, value);
    hearOnlyWhenItCan(node);
    return node;
}

// A dead node hears nothing; a sleeping one only after it said that it is awake; a mute one obeys without a word.
function hearOnlyWhenItCan(node) {
    const listen = node.onControllerFrame.bind(node);
    node.onControllerFrame = async (frame) => {
        if (node.state.get("dead") || node.state.get("asleep")) return;
        const wait = node.state.get("slow");
        if (wait) await new Promise((done) => setTimeout(done, wait));
        await listen(frame);
    };
}

function report(node, controller, wish) {
    const nodeId = controller.ownNodeId;
    switch (wish.what) {
        case "switch":
            node.state.set("BinarySwitch_currentValue", wish.value);
            return new BinarySwitchCCReport({ nodeId, currentValue: wish.value });
        case "sensor":
            return new MultilevelSensorCCReport({ nodeId, type: wish.type, scale: 0, value: wish.value });
        case "motion":
            return new NotificationCCReport({ nodeId, notificationType: 7, notificationEvent: wish.value ? 8 : 0, eventParameters: wish.value ? undefined : Uint8Array.from([8]) });
        case "wake":
            node.state.delete("asleep");
            return new WakeUpCCWakeUpNotification({ nodeId });
        default:
            throw new Error(`no report ${wish.what}`);
    }
}

// Passes whole frames between the socket of the driver and the mocked serial port. Only one driver at a time; what the
// one before it left half done is over.
function bridge(serial, controller) {
    let current;
    const reader = serial.readable.getReader();
    (async () => {
        for (;;) {
            const { done, value } = await reader.read();
            if (done) return;
            if (value.type !== ZWaveSerialFrameType.SerialAPI || !current) continue;
            current.write(typeof value.data === "number" ? Uint8Array.from([value.data]) : value.data);
        }
    })();
    return createServer((socket) => {
        current?.destroy();
        current = socket;
        controller.state.set("communicationState", IDLE);
        // Otherwise every small frame waits 40 ms for the one before it to be acknowledged.
        socket.setNoDelay(true);
        // One write to the mocked port is one message to the mock, but a socket cuts where it likes.
        const parser = new SerialAPIParser();
        const frames = parser.readable.getReader();
        const writer = parser.writable.getWriter();
        (async () => {
            for (;;) {
                const { done, value } = await frames.read();
                if (done) return;
                const data = value.data ?? value;
                await serial.writeAsync(typeof data === "number" ? Uint8Array.from([data]) : data).catch(() => {});
            }
        })().catch(() => {});
        socket.on("data", (chunk) => void writer.write(chunk).catch(() => {}));
        socket.on("error", () => {});
        socket.on("close", () => {
            if (current === socket) current = undefined;
        });
    });
}

function describe(node) {
    const state = Object.fromEntries([...node.state].filter(([, value]) => ["string", "number", "boolean"].includes(typeof value)));
    return { id: node.id, state };
}

function controlPort(controller, nodes) {
    return createWebServer(async (request, response) => {
        let body = "";
        for await (const chunk of request) body += chunk;
        try {
            const [, id] = request.url.match(/^\/nodes\/(\d+)$/) ?? [];
            const node = nodes.get(Number(id));
            if (!node) throw new Error(`no node at ${request.url}`);
            if (request.method === "POST") {
                const { set = {}, report: wish } = JSON.parse(body);
                for (const [key, value] of Object.entries(set)) value === null ? node.state.delete(key) : node.state.set(key, value);
                if (wish) await node.sendToController(createMockZWaveRequestFrame(report(node, controller, wish), { ackRequested: false }));
            }
            response.setHeader("content-type", "application/json").end(JSON.stringify(describe(node)));
        } catch (error) {
            response.writeHead(400).end(String(error?.stack ?? error));
        }
    });
}

const listening = (server) => new Promise((done) => server.listen(0, LOOPBACK, () => done(server.address().port)));

const { port: mockPort, serial } = await createAndOpenMockedZWaveSerialPort();
const controller = await MockController.create({ homeId: 0x7e570001, ownNodeId: 1, mockPort, serial });
controller.defineBehavior(...createDefaultMockControllerBehaviors());
const acknowledged = controller.expectHostACK.bind(controller);
controller.expectHostACK = (_timeout, problem) => acknowledged(PATIENCE, problem);
const nodes = new Map();
for (const plan of NODES) nodes.set(plan.id, await addNode(controller, plan));

const ports = { serial: await listening(bridge(serial, controller)), control: await listening(controlPort(controller, nodes)) };
process.stdout.write(`${JSON.stringify(ports)}\n`);
// The tests may be killed; the radio must not outlive them.
process.stdin.resume().on("end", () => process.exit(0)).on("close", () => process.exit(0));
