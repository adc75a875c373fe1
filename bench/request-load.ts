import type { Socket } from "node:net";
import { connect } from "node:net";

/** What is asked again and again: `headersAt` gives further head lines of the request `n`. */
export type Load = { port: number; path: string; headersAt: (n: number) => string[] };

/** Where the first answer in `text`, read as bytes, ends; -1 while it has not. */
function endOfAnswer(text: string): number {
  const headEnd = text.indexOf("\r\n\r\n");
  if (headEnd < 0) return -1;
  const head = text.slice(0, headEnd);
  const bodyAt = headEnd + 4;
  if (/^HTTP\/1\.1 304/.test(head)) return bodyAt;
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  if (length !== undefined) return text.length >= bodyAt + Number(length) ? bodyAt + Number(length) : -1;
  const last = text.indexOf("\r\n0\r\n\r\n", headEnd);
  return last < 0 ? -1 : last + 7;
}

/**
 * Asks over so many connections, each one request after the other, for so many ms; gives answers a second and how many
 * there were by status. It parses no more than it must: the processors belong to the server.
 */
export async function measureLoad(load: Load, connections: number, lastsMs: number) {
  const { port, path, headersAt } = load;
  const statuses = new Map<string, number>();
  const startedMs = performance.now();
  let [asked, answered] = [0, 0];

  function ask(socket: Socket): void {
    asked += 1;
    const head = [`GET ${path} HTTP/1.1`, `Host: localhost:${port}`, ...headersAt(asked)];
    socket.write(`${head.join("\r\n")}\r\n\r\n`);
  }

  function converse(): Promise<void> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, "127.0.0.1", () => ask(socket)).setNoDelay();
      let told = "";
      socket.once("error", reject).setEncoding("latin1");
      socket.on("data", (part: string) => {
        told += part;
        if (endOfAnswer(told) < 0) return;
        const status = told.slice(9, 12);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        told = "";
        answered += 1;
        if (performance.now() - startedMs < lastsMs) return ask(socket);
        socket.destroy();
        resolve();
      });
    });
  }

  await Promise.all(Array.from({ length: connections }, converse));
  const seconds = (performance.now() - startedMs) / 1000;
  return { perSecond: answered / seconds, statuses: Object.fromEntries(statuses) };
}
