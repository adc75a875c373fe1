import { readdirSync } from "node:fs";

import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";

import type { ApiRoute } from "@/tests/support/calls/api-routes";
import { apiRoutes, findRoutes, toPath } from "@/tests/support/calls/api-routes";
import { importDraw } from "@/tests/support/calls/buyer";
import type { RegisteredDevice } from "@/tests/support/calls/device";
import { registerDevice, withdrawDevice } from "@/tests/support/calls/device";
import type { RawAnswer, RawRequest } from "@/tests/support/calls/raw-request";
import { sendRaw } from "@/tests/support/calls/raw-request";
import type { SecretOrder } from "@/tests/support/calls/secret-order";
import { placeSecretOrder } from "@/tests/support/calls/secret-order";
import { drawWith } from "@/tests/support/draws/draw";
import { headerForms, methodForms, pathForms } from "@/tests/support/hostile/page-variants";
import { isFullRun } from "@/tests/support/runner/which-tests";
import type { Server } from "@/tests/support/servers/server";
import { startServer } from "@/tests/support/servers/server";

// No cache answers these requests, on a shared machine.
vi.setConfig({ testTimeout: 300_000 });

let server: Server;
let own: RegisteredDevice;
let foreign: RegisteredDevice;
let revoked: RegisteredDevice;
let order: SecretOrder;
const drawId = "guarded-draw";

beforeAll(async () => {
  server = await startServer();
  const prices = [
    { id: "three", tickets: 3, price: 5 },
    { id: "many", tickets: 48_271, price: 20 },
  ];
  await importDraw(server, drawWith({ id: drawId, ticketPriceInfo: prices }));
  own = await registerDevice(server, { parentId: "test-parent", listsOthers: true });
  foreign = await registerDevice(server, { parentId: "another-parent" });
  revoked = await registerDevice(server, { parentId: "test-parent" });
  await withdrawDevice(server, revoked.deviceId);
  order = await placeSecretOrder(server, drawId);
});

afterAll(() => server?.stop());

function idsOf({ cookies }: RegisteredDevice): string {
  return cookies
    .filter(({ name }) => name.startsWith("5050ng-"))
    .map(({ name, value }) => `${name}=${value}`)
    .join("; ");
}

function credentialOf({ cookies }: RegisteredDevice): string {
  const found = cookies.find(({ name }) => name.includes("tirage-device"));
  return `${found?.name}=${found?.value}`;
}

const strangers: [string, () => string][] = [
  ["nobody", () => ""],
  ["somebody with the ids of a device alone", () => idsOf(own)],
  [
    "somebody with its ids and a credential of their own making",
    () => `${idsOf(own)}; tirage-device=${"x".repeat(43)}`,
  ],
  ["somebody with ids that do not exist", () => "5050ng-deviceId=a; 5050ng-parentId=b; 5050ng-locationId=c"],
  ["a device of another parent", () => foreign.cookie],
  ["a device of another parent under the ids of this one", () => `${idsOf(own)}; ${credentialOf(foreign)}`],
  ["a device that was withdrawn", () => revoked.cookie],
];

/** Pages of the terminal, with `[id]` filled in. */
function findPages(): string[] {
  const files = readdirSync("app/[locale]/terminal", { recursive: true, encoding: "utf8" });
  const pages = files
    .filter((file) => /(?:^|\/)page\.tsx$/.test(file))
    .map((file) => file.replace(/\/?page\.tsx$/, ""));
  return pages.map((folder) => `/terminal/${folder}`.replace(/\/$/, "").replace("[id]", drawId));
}

const pages = findPages().filter((page) => !page.includes("["));
const refusals = ["/terminal/refused/forbidden", "/terminal/refused/missing"];
const guardedPages = [...pages.filter((page) => page !== "/terminal"), "/terminal/nowhere/at/all"];
const everyPage = ["/terminal", ...guardedPages, ...refusals];
const terminalRoutes = apiRoutes.filter(({ route }) => route.startsWith("/api/terminal/"));

function query(): string {
  return `?instanceId=${drawId}&orderId=${order.orderId}&q=${order.buyer.email}`;
}

/** Secrets of the order that the request itself didn't contain. */
function leaksIn({ headers, text }: RawAnswer, request: RawRequest): string[] {
  const requestText = JSON.stringify([request.path, request.body ?? ""]);
  const answer = `${JSON.stringify(headers)} ${text}`;
  // Matches whole words, because a hash may contain any five digits.
  const tells = (secret: string) =>
    new RegExp(`(?<![0-9a-z])${secret.replaceAll(".", "\\.")}(?![0-9a-z])`, "i").test(answer);
  return order.secrets.filter((secret) => !requestText.includes(secret) && tells(secret));
}

async function send(request: RawRequest): Promise<RawAnswer> {
  return sendRaw(server.url, request);
}

async function arrive(request: RawRequest): Promise<RawAnswer> {
  let answer = await send(request);
  for (let hops = 0; hops < 6 && answer.status >= 300 && answer.status < 400; hops++) {
    const { location = "/" } = answer.headers;
    expect(location).toMatch(/^\/(?![\\/])/);
    answer = await send({ ...request, path: location });
  }
  return answer;
}

async function wrongInAll(
  requests: RawRequest[],
  judge: (answer: RawAnswer, request: RawRequest) => string[],
): Promise<string[]> {
  const queue = [...requests];
  const wrong: string[] = [];
  const work = async () => {
    for (let request = queue.shift(); request; request = queue.shift()) {
      const problems = judge(await arrive(request), request);
      const name = `${request.method} ${request.path} ${JSON.stringify(request.headers)}`.slice(0, 200);
      wrong.push(...problems.map((problem) => `${name}: ${problem}`));
    }
  };
  await Promise.all(Array.from({ length: 6 }, work));
  return wrong;
}

/** Requests the page as a browser does, and as Next's own code does. */
function briefly(page: string, cookie: string): RawRequest[] {
  const path = `${page}${query()}`;
  const plain = ["", "/fr"].map((prefix) => ({ method: "GET", path: `${prefix}${path}`, headers: { cookie } }));
  const [navigation, prefetch] = headerForms.map((headers) => ({
    method: "GET",
    path,
    headers: { ...headers, cookie },
  }));
  return [...plain, navigation, prefetch].filter((request) => request !== undefined);
}

/** In every form that Next's code uses, and with every method. */
function requestsFor(page: string, cookie: string): RawRequest[] {
  const path = `${page}${query()}`;
  return [
    ...briefly(page, cookie),
    ...headerForms.map((headers) => ({ method: "GET", path: `${path}&_rsc=abc12`, headers: { ...headers, cookie } })),
    ...methodForms.map((method) => ({ method, path, headers: { cookie } })),
  ];
}

/** Paths and headers are handled alike for all pages, so one represents them outside of full runs. */
const writtenPages = isFullRun ? everyPage : ["/terminal/recent-orders"];

const readRoutes = terminalRoutes.filter(({ method }) => method === "GET");
const writtenRoutes = isFullRun ? readRoutes : readRoutes.filter(({ route }) => route === "/api/terminal/orders");

function writtenFor(page: string): RawRequest[] {
  if (!writtenPages.includes(page)) return [];
  return pathForms(page).map((path) => ({ method: "GET", path: `${path}${query()}` }));
}

function callOf(route: ApiRoute, cookie: string): RawRequest {
  const body = route.body && JSON.stringify(route.body({ drawId, orderId: order.orderId }));
  const query = route.method === "GET" ? `?instanceId=${drawId}` : "";
  const path = toPath(route, { drawId, orderId: order.orderId }) + query;
  const headers = {
    cookie,
    "sec-fetch-site": "same-origin",
    "content-type": "application/json",
    "idempotency-key": "key-of-a-stranger",
    ...route.headers,
  };
  return { method: route.method, path, headers, ...(body ? { body } : {}) };
}

describe("the page that sells a draw", () => {
  const sells = (answer: RawAnswer) => [answer.status, answer.text.includes('name="choice"')];
  const ask = (cookie: string) => send({ method: "GET", path: `/terminal/${drawId}`, headers: { cookie } });

  it("sells on a tablet of its parent alone, and elsewhere says at once that it doesn't", async () => {
    expect(sells(await ask(own.cookie))).toEqual([200, true]);
    expect(sells(await ask(foreign.cookie))).toEqual([200, false]);
  });

  it("comes to a tablet that lost its ids but not its credential, which gives them back", async () => {
    expect(sells(await ask(credentialOf(own)))).toEqual([200, true]);
    expect((await ask("")).status).toBe(403);
    const headers = { cookie: credentialOf(own), "sec-fetch-site": "same-origin" };
    const answer = await send({ method: "GET", path: "/api/terminal/allocation", headers });
    const set = [answer.headers["set-cookie"]].flat().map((line) => line?.split(";")[0]);
    for (const { name, value } of own.cookies) expect(set).toContain(`${name}=${value}`);
  });
});

describe("the order that these tests look for", () => {
  it("can be found: its buyer's page and its device show it", async () => {
    const answer = await send({ method: "GET", path: `/order/${drawId}/${order.orderId}` });
    for (const secret of [order.orderCode, ...order.numbers]) expect(answer.text).toContain(secret);
  });

  it.each(terminalRoutes.filter(({ method, route }) => method === "GET" && route.startsWith("/api/terminal/orders")))(
    "is shown to a device of its parent by $method $route",
    async (route) => {
      const answer = await send(callOf(route, own.cookie));
      expect(answer.status).toBe(200);
      expect(answer.text).toContain(order.orderCode);
    },
  );
});

describe.each(strangers)("to %s", (name, cookie) => {
  it("no page shows an order", async () => {
    const judge = (answer: RawAnswer, request: RawRequest) => [
      ...leaksIn(answer, request).map((leak) => `tells ${leak}`),
      ...(answer.status >= 500 ? [`status ${answer.status}`] : []),
    ];
    expect(
      await wrongInAll(
        everyPage.flatMap((page) => briefly(page, cookie())),
        judge,
      ),
    ).toEqual([]);
  });

  it.each(terminalRoutes)("$method $route shows no order", async (route) => {
    const call = callOf(route, cookie());
    const judge = (answer: RawAnswer, request: RawRequest) => leaksIn(answer, request).map((leak) => `tells ${leak}`);
    expect(await wrongInAll([call], judge)).toEqual([]);
    if (!/\/(?:orders|summary)/.test(route.route)) return;
    const { status } = await send(call);
    expect(status, `${name}: ${route.route}`).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
  });
});

describe("without the ids of a device", () => {
  it.each([...guardedPages, ...refusals])("no form of %s is served", async (page) => {
    const judge = (answer: RawAnswer, request: RawRequest) => [
      ...(answer.status >= 400 && answer.status < 500 ? [] : [`status ${answer.status}`]),
      ...(/no-store/.test(String(answer.headers["cache-control"])) ? [] : ["may be kept"]),
      ...leaksIn(answer, request),
    ];
    const requests = writtenPages.includes(page) ? requestsFor(page, "") : briefly(page, "");
    expect(await wrongInAll([...requests, ...writtenFor(page)], judge)).toEqual([]);
  });

  it.each(writtenRoutes)("no form of $route shows an order", async (route) => {
    const { path, headers } = callOf(route, idsOf(own));
    const forms = pathForms(path.replace(/\?.*/, "")).map((form) => ({
      method: "GET",
      path: `${form}?instanceId=${drawId}`,
      headers,
    }));
    expect(await wrongInAll(forms, leaksIn)).toEqual([]);
  });

  it.each(["", "/fr"])(
    "a guard under %j says 403 for a selling page and 404 for the others, not cached",
    async (at) => {
      const forbidden = await send({ method: "GET", path: `${at}/terminal/${drawId}` });
      expect(forbidden.status).toBe(403);
      expect(forbidden.headers["cache-control"]).toBe("private, no-store");
      for (const page of [
        "register",
        "recent-orders?instanceId=a",
        "unfinalized-orders?instanceId=a",
        "success",
        "order-details",
      ]) {
        const missing = await send({ method: "GET", path: `${at}/terminal/${page}` });
        expect([page, missing.status]).toEqual([page, 404]);
        expect(missing.headers["cache-control"]).toBe("private, no-store");
      }
    },
  );

  it("the page that says where to register is open, and not cached", async () => {
    const answer = await send({ method: "GET", path: "/terminal" });
    expect(answer.status).toBe(200);
    expect(answer.headers["cache-control"]).toBe("private, no-store");
  });
});

describe("with the ids of a device", () => {
  it.each(writtenPages)("no form of %s shows an order", async (page) => {
    expect(await wrongInAll(requestsFor(page, idsOf(own)), leaksIn)).toEqual([]);
  });

  it.each(pages)("%s is served as a shell, not cached", async (page) => {
    const path = `${page}${query()}`;
    for (const cookie of [own.cookie, idsOf(own)]) {
      const request = { method: "GET", path, headers: { cookie } };
      const answer = await send(request);
      expect(answer.status).toBe(200);
      expect(answer.headers["cache-control"]).toBe("private, no-store");
      expect(leaksIn(answer, request)).toEqual([]);
    }
  });

  it("a list without its draw is not found", async () => {
    for (const page of ["recent-orders", "unfinalized-orders"]) {
      const answer = await send({ method: "GET", path: `/terminal/${page}`, headers: { cookie: own.cookie } });
      expect([page, answer.status]).toEqual([page, 404]);
    }
  });
});

it("the table has every route of the terminal", () => {
  const held = findRoutes().filter((route) => route.includes(" /api/terminal/"));
  expect(terminalRoutes.map(({ method, route }) => `${method} ${route}`).sort()).toEqual(held.sort());
});
