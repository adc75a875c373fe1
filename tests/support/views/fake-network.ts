import { vi } from "vitest";

type Reply = { status?: number; body: unknown };

export type FakeNetwork = {
  /** Calls by method and URL, without connection checks. */
  calls: string[];
  bodies: unknown[];
  answer: (path: string, reply: (url: URL) => Reply | Promise<Reply>) => void;
  /** While true, it never answers. */
  isSilent: boolean;
};

export function refusal(reason: string, status: number): Reply {
  return { status, body: { statusCode: status, statusMessage: reason, reason, requestId: "r" } };
}

/** The longest matching path prefix answers. */
export function fakeNetwork(): FakeNetwork {
  const replies = new Map<string, (url: URL) => Reply | Promise<Reply>>();
  const server: FakeNetwork = {
    calls: [],
    bodies: [],
    isSilent: false,
    answer: (path, reply) => void replies.set(path, reply),
  };
  replies.set("/api/ready", () => ({ body: { ready: true } }));
  vi.stubGlobal("fetch", async (url: string, { method = "GET", body }: RequestInit = {}) => {
    const requested = new URL(url, "http://terminal.test");
    if (requested.pathname !== "/api/ready") server.calls.push(`${method} ${url}`);
    if (body) server.bodies.push(JSON.parse(String(body)));
    const paths = [...replies.keys()].filter((path) => requested.pathname.startsWith(path));
    const path = paths.sort((left, right) => right.length - left.length)[0];
    if (server.isSilent || !path) throw new TypeError("Failed to fetch");
    const reply = await replies.get(path)?.(requested);
    return Response.json(reply?.body, { status: reply?.status ?? 200 });
  });
  return server;
}
