import type { OrderView } from "@/lib/orders/rules";
import type { PlaceOrderInput } from "@/lib/orders/schema";
import type { Role } from "@/lib/people/rules.roles";
import { appCheckHeader } from "@/lib/platform/http/browser/app-check";
import { CommandError } from "@/scripts/command/admin-client";

/** Something that happens in the demo, at a time that `dateAt` reads. */
export type DemoStep = { at: string; run: () => Promise<unknown> };

/** The links of the demo's console, by role. `token` is an App Check token, if tablets need one. */
export type DemoConsole = { url: string; links: ReadonlyMap<Role, string>; token: string | null };

const dayMs = 24 * 60 * 60_000;

const forDraw = (role: Role, drawId: string) => ({ role, scope: { kind: "draw", drawId } });
const forParent = (role: Role) => ({ role, scope: { kind: "parent", parentId: "demo-parent" } });

/** Sample people never sign in, because the demo has no passkeys for them. */
const samplePersons = [
  { name: "Noémie Lavoie", locale: "fr", roles: [forDraw("Order Manager", "demo5050")] },
  { name: "Walter Chen", locale: "en", roles: [forParent("auditor")], endsInDays: 45 },
  { name: "Ruth Okafor", locale: "en", roles: [forParent("Order Refunder"), forDraw("Winner Picker", "demo-raffle")] },
  { name: "Derek Stone", locale: "en", roles: [forDraw("Teams Manager", "demo5050")], isRevoked: true },
] as const;

type BuyerStep = { at: string; email: string; what: "notes" | "correct" | "refund"; body: unknown };

const noteAt = (at: string, email: string, text: string): BuyerStep => ({ at, email, what: "notes", body: { text } });

/** What people do with the orders of `purchases.ts`, and when. */
const orderManagerSteps: BuyerStep[] = [
  noteAt(
    "-2d 12:14",
    "priya.venkataraghavan@example.com",
    "Called about the early bird. I read her the ticket numbers.",
  ),
  noteAt("-2d 19:18", "anouk.desrosiers@example.com", "Demande un reçu en français, déjà envoyé."),
  { at: "-1d 12:24", email: "gus.lindqvist@example.com", what: "correct", body: { phone: "807-555-0142" } },
  noteAt("-1d 12:25", "gus.lindqvist@example.com", "Moved to Dryden. His phone number is up to date now."),
  noteAt("-1d 16:14", "priya.venkataraghavan@example.com", "She'll pick up a printed receipt at the north gate."),
  { at: "-92min", email: "hamish.kowalczyk@example.com", what: "correct", body: { name: "Hamish Kowalczyk-Reid" } },
];

const orderRefunderSteps: BuyerStep[] = [
  { at: "-1d 16:02", email: "dashiell.nakamura@example.com", what: "refund", body: { reason: "wrong-order" } },
  // Her tickets for the harbour lights; the rest of the order stays.
  { at: "-1d 16:11", email: "wren.abernathy@example.com", what: "refund", body: { lines: [2], reason: "buyer-asked" } },
];

/** `expectedRefusal` is the HTTP status of an expected refusal. */
type Call = <Body>(path: string, body?: unknown, expectedRefusal?: number) => Promise<Body>;

/** What people do in the demo's console, each signed in by their own link. */
export function listConsoleSteps(demo: DemoConsole): DemoStep[] {
  const toStep =
    (role: Role) =>
    ({ at, email, what, body }: BuyerStep): DemoStep => ({
      at,
      run: () => asRole(demo, role, (call) => changeOrder(call, email, what, body)),
    });
  const cookies = new Map<string, string>();
  const tablet = createCaller(demo, cookies);
  return [
    { at: "-3d 18:21", run: () => asRole(demo, "admin", invitePersons) },
    { at: "-3d 18:26", run: () => asRole(demo, "admin", (call) => addTablet(call, tablet)) },
    ...orderManagerSteps.map(toStep("Order Manager")),
    ...orderRefunderSteps.map(toStep("Order Refunder")),
    ...gateSales.map(({ at, ...sale }) => ({ at, run: () => sellForCash(tablet, sale) })),
  ];
}

/** Signs in, does something and signs out again. */
export async function asRole(demo: DemoConsole, role: Role, work: (call: Call) => Promise<void>): Promise<void> {
  const link = demo.links.get(role) ?? "";
  const call = createCaller(demo, new Map());
  await call("/api/admin/sign-in/demo", { role, token: link.split(".").at(-1) ?? "" });
  await work(call);
  await call("/api/admin/sign-out", {});
}

async function invitePersons(admin: Call): Promise<void> {
  for (const { name, locale, roles, ...rest } of samplePersons) {
    const email = `${name.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replace(" ", ".")}@example.com`;
    const endsAt = "endsInDays" in rest ? new Date(Date.now() + rest.endsInDays * dayMs).toISOString() : null;
    const invited = await admin<{ personId: string }>("/api/admin/persons", { name, email, locale, roles, endsAt });
    if ("isRevoked" in rest) await admin(`/api/admin/persons/${invited.personId}/revoke`);
  }
}

/** Does nothing if the buyer has no order, because a demo may be without sales. */
export async function changeOrder(
  call: Call,
  email: string,
  what: string,
  body: unknown,
  expectedRefusal?: number,
): Promise<void> {
  type Found = { orders: { instanceId: string; orderCode: string }[] };
  const { orders } = await call<Found>("/api/admin/orders/search", { q: email });
  const [order] = orders;
  if (order) await call(`/api/admin/orders/${order.instanceId}/${order.orderCode}/${what}`, body, expectedRefusal);
}

/** Makes a tablet with an operator. */
async function addTablet(admin: Call, tablet: Call): Promise<void> {
  type Issued = { device: { deviceId: string; parentId: string; locationId: string }; code: string };
  const gate = { parentId: "demo-parent", locationId: "arena", name: "North gate" };
  const { device, code } = await admin<Issued>("/api/admin/devices", gate);
  const details = { code, locationId: device.locationId, name: gate.name, operator: "Rosalie", printer: "browser" };
  const { deviceId, parentId } = device;
  await tablet("/api/terminal/register-device", { deviceId, parentId, deviceData: details });
}

type GateSale = Pick<PlaceOrderInput, "buyer" | "locale"> & { packageId: string };

/** Cash sales at the tablet. Most buyers there give no name. */
const gateSales: ({ at: string } & GateSale)[] = [
  { at: "-3d 18:41", packageId: "p40", locale: "en" },
  { at: "-1d 18:49", packageId: "p10", locale: "en" },
  {
    at: "-1d 18:51",
    packageId: "p120",
    locale: "fr",
    buyer: { name: "Florence Guérin", email: "florence.guerin@example.com", phone: "705-555-0177", province: "ON" },
  },
  { at: "-37min", packageId: "p120", locale: "en" },
  { at: "-33min", packageId: "p40", locale: "en" },
];

async function sellForCash(tablet: Call, { packageId, ...rest }: GateSale): Promise<void> {
  const { order } = await tablet<{ order: OrderView }>("/api/orders", {
    instanceId: "demo5050",
    lines: [{ poolId: "main", packageId, quantity: 1 }],
    attestations: { age: true, location: true, rules: true },
    atTerminal: true,
    ...rest,
  });
  await tablet(`/api/terminal/orders/${order.instanceId}/${order.orderId}/cash`, {});
}

/** Keeps cookies as a browser does, and calls as our own pages do. */
function createCaller({ url, token }: DemoConsole, cookies: Map<string, string>): Call {
  return async <Body>(path: string, body?: unknown, expectedRefusal?: number) => {
    const response = await fetch(`${url}${path}`, {
      method: "POST",
      headers: {
        ...{ "sec-fetch-site": "same-origin", "idempotency-key": crypto.randomUUID() },
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(token === null ? {} : { [appCheckHeader]: token }),
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [name = "", value = ""] = line.split(";")[0]?.split("=") ?? [];
      cookies.set(name, value);
    }
    if (!response.ok && response.status !== expectedRefusal)
      throw new CommandError(`${path} answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as Body;
  };
}
