// Stands in for the Zigbee radio under the real Zigbee2MQTT: loaded before it, it answers for the devices.
// Each device keeps its attributes; commands change them, reads tell them. Those named in DEAF never answer.
const path = require("node:path");
const herdsman = path.dirname(require.resolve("zigbee-herdsman", { paths: [__dirname] }));
const { Adapter } = require(path.join(herdsman, "adapter/adapter.js"));
const Zcl = require(path.join(herdsman, "zspec/zcl/index.js"));

const deaf = new Set((process.env.DEAF || "").split(","));
const attributes = {};

function change(known, command, payload) {
    switch (command) {
        case "on": known.onOff = 1; break;
        case "off": known.onOff = 0; break;
        case "toggle": known.onOff = 1 - (known.onOff ?? 0); break;
        case "moveToLevelWithOnOff": known.onOff = payload.level ? 1 : 0; // falls through
        case "moveToLevel": known.currentLevel = payload.level; break;
        case "moveToColorTemp": known.colorTemperature = payload.colortemp; known.colorMode = 2; break;
        case "moveToColor": known.currentX = payload.colorx; known.currentY = payload.colory; known.colorMode = 1; break;
    }
}

class Radio extends Adapter {
    async start() { return "resumed"; }
    async stop() {}
    async getCoordinatorIEEE() { return "0x00124b0018e2a1f0"; }
    async getCoordinatorVersion() { return { type: "stand-in", meta: {} }; }
    async reset() {}
    async supportsBackup() { return false; }
    async getNetworkParameters() { return { panID: 6754, extendedPanID: "0xdddddddddddddddd", channel: 11, nwkUpdateID: 0 }; }
    async permitJoin() {}
    async sendZdo() { return [0, {}]; }
    async sendZclFrameToGroup() {}
    async sendZclFrameToAll() {}
    waitFor() { return { promise: new Promise(() => {}), cancel() {} }; }

    async sendZclFrameToEndpoint(ieee, network, endpoint, frame, timeout, disableResponse) {
        if (deaf.has(ieee)) throw new Error("no answer");
        const known = (attributes[ieee] ??= { onOff: 0, currentLevel: 254, colorTemperature: 250, colorMode: 2 });
        const { header, cluster, command, payload } = frame;
        const reply = (key, told, type = Zcl.FrameType.GLOBAL) => {
            const answer = Zcl.Frame.create(type, Zcl.Direction.SERVER_TO_CLIENT, true, header.manufacturerCode,
                header.transactionSequenceNumber, key, cluster.ID, told, {});
            return { address: network, endpoint, destinationEndpoint: 1, linkquality: 100, groupID: 0, wasBroadcast: false,
                clusterID: cluster.ID, data: answer.toBuffer(), header: answer.header };
        };
        if (header.isGlobal && command.name === "read") {
            const told = reply("readRsp", payload.map(({ attrId }) => {
                const found = Object.values(cluster.attributes).find((one) => one.ID === attrId);
                const value = found && known[found.name];
                return value === undefined ? { attrId, status: Zcl.Status.UNSUPPORTED_ATTRIBUTE }
                    : { attrId, status: Zcl.Status.SUCCESS, dataType: found.type, attrData: value };
            }));
            this.emit("zclPayload", told);
            return told;
        }
        if (header.isGlobal && command.name === "write") return reply("writeRsp", [{ status: Zcl.Status.SUCCESS }]);
        if (header.isSpecific) change(known, command.name, payload);
        if (!disableResponse) return reply("defaultRsp", { cmdId: command.ID, statusCode: Zcl.Status.SUCCESS });
    }
}

Adapter.create = async (...options) => new Radio(...options);
