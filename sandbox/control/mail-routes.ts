import type { Call, Reply } from "@/sandbox/http/exchange";
import { jsonReply, textReply } from "@/sandbox/http/exchange";
import type { Route } from "@/sandbox/http/route";
import type { ReceivedMail } from "@/sandbox/mail/mailbox";
import type { SandboxState } from "@/sandbox/sandbox-state";
import { mailBody, mailboxPage, mailPage } from "./mailbox-page";

const pagePolicy =
  "default-src 'none'; style-src 'self'; frame-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";
const bodyPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox allow-popups allow-popups-to-escape-sandbox; frame-ancestors 'self'";

function htmlReply(html: string, policy: string): Reply {
  return textReply(200, "text/html; charset=utf-8", html, { "content-security-policy": policy });
}

async function show(
  state: SandboxState,
  id: string,
  render: (mail: ReceivedMail) => string,
  policy: string,
): Promise<Reply> {
  const mail = await state.mailbox.find(Number(id));
  return mail ? htmlReply(render(mail), policy) : jsonReply(404, { error: "There is no such mail" });
}

async function listMail(state: SandboxState, call: Call): Promise<Reply> {
  return jsonReply(200, { mails: await state.mailbox.list(call.query.get("to") ?? undefined) });
}

function clearMail(state: SandboxState): Reply {
  state.mailbox.clear();
  return jsonReply(200, { mails: [] });
}

export const mailRoutes: Route[] = [
  { method: "GET", pattern: /^\/sandbox\/mail$/, handle: listMail },
  { method: "DELETE", pattern: /^\/sandbox\/mail$/, handle: clearMail },
  {
    method: "GET",
    pattern: /^\/sandbox\/mailbox\/?$/,
    handle: async (state) => htmlReply(mailboxPage(await state.mailbox.list()), pagePolicy),
  },
  {
    method: "GET",
    pattern: /^\/sandbox\/mailbox\/(\d+)$/,
    handle: (state, _call, id) => show(state, id, mailPage, pagePolicy),
  },
  {
    method: "GET",
    pattern: /^\/sandbox\/mailbox\/(\d+)\/html$/,
    handle: (state, _call, id) => show(state, id, mailBody, bodyPolicy),
  },
];
