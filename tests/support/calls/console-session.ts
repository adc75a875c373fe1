import type { Role } from "@/lib/people/rules.roles";
import type { Server } from "@/tests/support/servers/server";

import { adminCall } from "./buyer";

type Links = { links: { role: Role; link: string }[] };

/** Signs in to a demo's console and returns the cookie. Such a session counts as fresh. */
export async function openConsole(server: Pick<Server, "url" | "adminKey">, role: Role = "admin"): Promise<string> {
  const { body } = await adminCall<Links>(server, "POST", "/api/admin/persons/demo");
  const token = body.links
    .find((one) => one.role === role)
    ?.link.split(".")
    .at(-1);
  const response = await fetch(`${server.url}/api/admin/sign-in/demo`, {
    method: "POST",
    headers: { "content-type": "application/json", "sec-fetch-site": "same-origin" },
    body: JSON.stringify({ role, token }),
  });
  const [cookie] = response.headers.getSetCookie().filter((each) => each.startsWith("tirage-console="));
  if (!cookie) throw new Error(`Nobody was signed in: ${response.status} ${await response.text()}`);
  return cookie.slice(0, cookie.indexOf(";"));
}
