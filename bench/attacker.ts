import { Agent, request } from "node:http";
import { connect } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";

const { values: options } = parseArgs({
  options: {
    attack: { type: "string", default: "packets" },
    url: { type: "string", default: "http://localhost:3000" },
    path: { type: "string", default: "/" },
    seconds: { type: "string", default: "20" },
  },
});

const [packetOf, connections] = [300, 30];
const endMs = performance.now() + Number(options.seconds) * 1000;
const isOver = () => performance.now() > endMs;

/** Replaces `*` in the path, so that no URL is requested twice. */
let requestNumber = 0;
function nextPath(): string {
  requestNumber += 1;
  return options.path.replace("*", String(requestNumber));
}

async function sendPackets(url: string): Promise<void> {
  const { hostname, port } = new URL(url);
  while (!isOver()) {
    const packet = Array.from({ length: packetOf }, () => `GET ${nextPath()} HTTP/1.1\r\nHost: a\r\n\r\n`).join("");
    const socket = connect(Number(port), hostname, () => socket.write(packet, () => socket.destroy()));
    socket.on("error", () => undefined);
    await wait(1000);
  }
}

async function keepAsking(url: string): Promise<Map<string, number>> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const statuses = new Map<string, number>();
  const ask = () =>
    new Promise<string>((resolve) => {
      const call = request(`${url}${nextPath()}`, { agent }, (response) => {
        response.resume().once("close", () => resolve(String(response.statusCode)));
      });
      call.once("error", () => resolve("no answer")).end();
    });
  const loop = async () => {
    while (!isOver()) {
      const status = await ask();
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: connections }, loop));
  agent.destroy();
  return statuses;
}

if (options.attack === "packets") await sendPackets(options.url);
else console.log(JSON.stringify(Object.fromEntries(await keepAsking(options.url))));
