import type { Spoiled, TestPasskey } from "@/tests/support/core/passkeys";
import { createPasskey } from "@/tests/support/core/passkeys";
import type { Server } from "@/tests/support/servers/server";

import type { Answer } from "./buyer";
import { adminCall, createBuyer } from "./buyer";

type Options = { options: { challenge: string; user?: { id: string } } };

type Invited = { personId: string; link: string | null };

/** `code` is the one in the invitation's link. */
export type Invitation = { personId: string; code: string };

export async function inviteByKey(
  server: Pick<Server, "url" | "adminKey">,
  { email, name }: { email: string; name: string },
): Promise<Invitation> {
  const roles = [{ role: "admin", scope: { kind: "everything" } }];
  const { status, body } = await adminCall<Invited>(server, "POST", "/api/admin/persons", { email, name, roles });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return { personId: body.personId, code: body.link?.split("#code=")[1] ?? "" };
}

/** A browser at the console's pages, with a passkey. An answer with a `spoiled` part must be refused. */
export type ConsoleBrowser = {
  passkey: TestPasskey;
  post: <Body>(path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer<Body>>;
  get: <Body>(path: string) => Promise<Answer<Body>>;
  accept: (code: string, name: string, spoiled?: Spoiled) => Promise<Answer<unknown>>;
  /** The body of a sign-in, which can be sent once. */
  sign: (spoiled?: Spoiled, passkey?: TestPasskey) => Promise<{ credential: unknown }>;
  signIn: (spoiled?: Spoiled) => Promise<Answer<unknown>>;
  /** The body that adds another passkey. */
  makePasskey: (made: TestPasskey, name: string, spoiled?: Spoiled) => Promise<{ credential: unknown; name: string }>;
};

export function openConsoleBrowser(server: Pick<Server, "url">): ConsoleBrowser {
  const { call } = createBuyer(server);
  const passkey = createPasskey(server.url);
  const own = { "sec-fetch-site": "same-origin" };
  const post: ConsoleBrowser["post"] = (path, body = {}, headers = {}) =>
    call("POST", path, body, { ...own, ...headers });

  async function optionsOf(path: string, body = {}): Promise<Options["options"]> {
    const answer = await post<Options>(path, body);
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    return answer.body.options;
  }

  const sign: ConsoleBrowser["sign"] = async (spoiled = {}, signing = passkey) => ({
    credential: signing.sign(await optionsOf("/api/admin/sign-in/options"), spoiled),
  });

  return {
    passkey,
    post,
    get: (path) => call("GET", path, undefined, own),
    accept: async (code, name, spoiled = {}) => {
      const options = await optionsOf("/api/admin/invitation/options", { code });
      const credential = passkey.register(options, spoiled);
      return post("/api/admin/invitation", { code, credential, name, locale: "en" });
    },
    sign,
    signIn: async (spoiled) => post("/api/admin/sign-in", await sign(spoiled)),
    makePasskey: async (made, name, spoiled = {}) => {
      const options = await optionsOf("/api/admin/me/passkeys/options");
      return { credential: made.register(options, spoiled), name };
    },
  };
}
