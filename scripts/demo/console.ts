import type { OrderView } from "@/lib/orders/rules";
import type { Role } from "@/lib/people/rules.roles";
import { appCheckHeader } from "@/lib/platform/http/browser/app-check";
import { CommandError } from "@/scripts/command/admin-client";

/** The links of the demo's console, by role. `token` is an App Check token, if tablets need one. */
export type DemoConsole = { address: string; links: ReadonlyMap<Role, string>; token: string | null };

const dayMs = 24 * 60 * 60_000;

const forDraw = (role: Role, drawId: string) => ({ role, scope: { kind: "draw", drawId } });
const forParent = (role: Role) => ({ role, scope: { kind: "parent", parentId: "demo-parent" } });

/** Sample people who never sign in, because the demo has no passkeys for them. */
const samplePersons = [
  { name: "Noémie Lavoie", locale: "fr", roles: [forDraw("Order Manager", "demo5050")] },
  { name: "Walter Chen", locale: "en", roles: [forParent("auditor")], endsInDays: 45 },
  { name: "Ruth Okafor", locale: "en", roles: [forParent("Order Refunder"), forDraw("Winner Picker", "demo-raffle")] },
  { name: "Derek Stone", locale: "en", roles: [forDraw("Teams Manager", "demo5050")], isRevoked: true },
] as const;

/** Notes by the buyers of `purchases.ts`. */
const sampleNotes = [
  ["priya.venkataraghavan@example.com", "Called about the early bird. I read her the ticket numbers."],
  ["priya.venkataraghavan@example.com", "She'll pick up a printed receipt at the north gate."],
  ["anouk.desrosiers@example.com", "Demande un reçu en français, déjà envoyé."],
  ["gus.lindqvist@example.com", "Moved to Dryden. His phone number is up to date now."],
] as const;

const sampleCorrections = [
  ["gus.lindqvist@example.com", { phone: "807-555-0142" }],
  ["hamish.kowalczyk@example.com", { name: "Hamish Kowalczyk-Reid" }],
] as const;

/** `expectedRefusal` is the status of a refusal that is expected. */
type Call = <Body>(path: string, body?: unknown, expectedRefusal?: number) => Promise<Body>;

/** Does what people have done in the demo's console, each signed in by their own link. */
export async function seedConsole(demo: DemoConsole): Promise<void> {
  const admin = await signIn(demo, "admin");
  await invitePersons(admin);
  const manager = await signIn(demo, "Order Manager");
  for (const [email, text] of sampleNotes) await changeOrder(manager, email, "notes", { text });
  for (const [email, wanted] of sampleCorrections) await changeOrder(manager, email, "correct", wanted);
  const refunder = await signIn(demo, "Order Refunder");
  await changeOrder(refunder, "dashiell.nakamura@example.com", "refund", { reason: "wrong-order" });
  await sellAtGate(demo, admin);
  for (const call of [admin, manager, refunder]) await call("/api/admin/sign-out", {});
}

async function invitePersons(admin: Call): Promise<void> {
  for (const { name, locale, roles, ...rest } of samplePersons) {
    const email = `${name.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replace(" ", ".")}@example.com`;
    const endsAt = "endsInDays" in rest ? new Date(Date.now() + rest.endsInDays * dayMs).toISOString() : null;
    const invited = await admin<{ personId: string }>("/api/admin/persons", { name, email, locale, roles, endsAt });
    if ("isRevoked" in rest) await admin(`/api/admin/persons/${invited.personId}/revoke`);
  }
}

/** Does nothing if the buyer has no order, as a demo may be without sales. */
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

/** Makes a tablet with an operator, and sells there for cash. */
async function sellAtGate(demo: DemoConsole, admin: Call): Promise<void> {
  type Issued = { device: { deviceId: string; parentId: string; locationId: string }; code: string };
  const tablet = { parentId: "demo-parent", locationId: "arena", name: "North gate" };
  const { device, code } = await admin<Issued>("/api/admin/devices", tablet);
  const details = { code, locationId: device.locationId, name: tablet.name, operator: "Rosalie", printer: "browser" };
  const cookies = new Map<string, string>();
  const call = createCaller(demo, cookies);
  const { deviceId, parentId } = device;
  await call("/api/terminal/register-device", { deviceId, parentId, deviceData: details });
  for (const packageId of ["p40", "p120", "p10"]) {
    const { order } = await call<{ order: OrderView }>("/api/orders", {
      instanceId: "demo5050",
      lines: [{ poolId: "main", packageId, quantity: 1 }],
      attestations: { age: true, location: true, rules: true },
      atTerminal: true,
      locale: "en",
    });
    await call(`/api/terminal/orders/${order.instanceId}/${order.orderId}/cash`, {});
  }
}

export async function signIn(demo: DemoConsole, role: Role): Promise<Call> {
  const link = demo.links.get(role) ?? "";
  const call = createCaller(demo, new Map());
  await call("/api/admin/sign-in/demo", { role, token: link.split(".").at(-1) ?? "" });
  return call;
}

/** Keeps cookies as a browser does, and calls as our own pages do. */
function createCaller({ address, token }: DemoConsole, cookies: Map<string, string>): Call {
  return async <Body>(path: string, body?: unknown, expectedRefusal?: number) => {
    const response = await fetch(`${address}${path}`, {
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
