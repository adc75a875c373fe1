import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pass } from "node:timers/promises";

/** `rest` arrives half a second after the body, as on a slow line. */
export type ProxiedAnswer = { path: string; headers: Headers; body: string; rest?: string };

export type Alter = (answer: ProxiedAnswer) => void;

/** Alters answers on their way, like an attacker in between. */
export type AlteringProxy = { url: string; alter: (next: Alter) => void; stop: () => Promise<void> };

const ownHeaders = ["connection", "content-encoding", "content-length", "keep-alive", "transfer-encoding"];

/** Passes only GET and HEAD. */
export async function startAlteringProxy(target: string): Promise<AlteringProxy> {
  let alter: Alter = () => undefined;
  const server = createServer((request, response) => {
    passOn(target, request, response, (answer) => alter(answer)).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    alter: (next) => {
      alter = next;
    },
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function isText(headers: Headers): boolean {
  return /html|javascript/.test(headers.get("content-type") ?? "");
}

async function passOn(target: string, request: IncomingMessage, response: ServerResponse, alter: Alter): Promise<void> {
  const { url: path = "/", method = "GET" } = request;
  const headers = { accept: "*/*", "accept-encoding": "identity", "user-agent": request.headers["user-agent"] ?? "" };
  const answer = await fetch(`${target}${path}`, { method, headers, redirect: "manual" });
  const passed: ProxiedAnswer = { path, headers: new Headers(answer.headers), body: "" };
  for (const name of ownHeaders) passed.headers.delete(name);
  const bytes = Buffer.from(await answer.arrayBuffer());
  passed.body = isText(passed.headers) ? bytes.toString("utf8") : "";
  const before = passed.body;
  alter(passed);
  const body = passed.body === before ? bytes : passed.body;
  response.writeHead(answer.status, Object.fromEntries(passed.headers)).write(body);
  if (passed.rest) await pass(500);
  response.end(passed.rest);
}
