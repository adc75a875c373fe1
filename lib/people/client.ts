import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser";
import { browserSupportsWebAuthn, startAuthentication, startRegistration } from "@simplewebauthn/browser";
import { queryOptions } from "@tanstack/react-query";

import type { RefusalError } from "@/lib/platform/http/browser/client";
import { hasKey, unwrapResult } from "@/lib/platform/http/browser/client";
import type { CallRefusal } from "@/lib/platform/http/browser/fetch-json";
import { fetchJson } from "@/lib/platform/http/browser/fetch-json";
import type { Language } from "@/lib/platform/i18n/routing";

import type { InvitationResult } from "./invitations/invite-person";
import type { CurrentAdmin, PersonView, RoleSuggestion } from "./rules";
import type { Role } from "./rules.roles";
import type { ChangePersonInput, InvitePersonInput } from "./schema";

/** `passkey-elsewhere`: passkeys belong to another host than the page's. The other problems are the browser's own. */
export type PasskeyFailure = {
  ok: false;
  reason: "passkey-cancelled" | "passkey-known" | "passkey-unsupported" | "passkey-elsewhere";
  host: string;
};

export type ActionFailure = CallRefusal | PasskeyFailure;

export type ActionResult = { ok: true } | ActionFailure;

type BodyResult<Body> = { ok: true; body: Body } | ActionFailure;

const isObject = (body: unknown): body is object => typeof body === "object" && body !== null;

/** The signed-in person or admin key. Without either the call is refused with status 401. */
export function currentAdminQuery() {
  return queryOptions<CurrentAdmin, RefusalError, CurrentAdmin, readonly string[]>({
    queryKey: ["me"],
    queryFn: async ({ signal }) =>
      unwrapResult(await fetchJson("/api/admin/me", hasKey<CurrentAdmin>("rights"), { signal })).body,
  });
}

export function personsQuery() {
  type Persons = { persons: PersonView[] };
  return queryOptions<Persons, RefusalError, Persons, readonly string[]>({
    queryKey: ["persons"],
    queryFn: async ({ signal }) =>
      unwrapResult(await fetchJson("/api/admin/persons", hasKey<Persons>("persons"), { signal })).body,
  });
}

/** Lists roles that draws name for users who don't have them yet. */
export function suggestionsQuery() {
  type Suggestions = { suggestions: RoleSuggestion[] };
  return queryOptions<Suggestions, RefusalError, Suggestions, readonly string[]>({
    queryKey: ["suggestions"],
    queryFn: async ({ signal }) =>
      unwrapResult(await fetchJson("/api/admin/persons/suggestions", hasKey<Suggestions>("suggestions"), { signal }))
        .body,
  });
}

/** A passkey belongs to one host and the hosts below it. */
function findHostProblem(rpId: string | undefined): PasskeyFailure | null {
  const { hostname } = window.location;
  const host = rpId ?? hostname;
  if (!browserSupportsWebAuthn()) return { ok: false, reason: "passkey-unsupported", host };
  return hostname === host ? null : { ok: false, reason: "passkey-elsewhere", host };
}

function toPasskeyFailure(error: unknown): PasskeyFailure {
  const isKnown = (error as { code?: unknown }).code === "ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED";
  return { ok: false, reason: isKnown ? "passkey-known" : "passkey-cancelled", host: "" };
}

/** Lets a passkey sign a challenge. Some browsers allow this only in the handler of a click. */
async function signChallenge(): Promise<{ ok: true; credential: object } | ActionFailure> {
  type Options = { options: PublicKeyCredentialRequestOptionsJSON };
  const answer = await post<Options>("/api/admin/sign-in/options", "options");
  if (!answer.ok) return answer;
  const { options: optionsJSON } = answer.body;
  const problem = findHostProblem(optionsJSON.rpId);
  if (problem) return problem;
  try {
    const { id, rawId, type, response } = await startAuthentication({ optionsJSON });
    const { clientDataJSON, authenticatorData, signature, userHandle } = response;
    const signed = { clientDataJSON, authenticatorData, signature, userHandle };
    return { ok: true, credential: { id, rawId, type, response: signed } };
  } catch (error) {
    return toPasskeyFailure(error);
  }
}

async function createPasskey(
  optionsJSON: PublicKeyCredentialCreationOptionsJSON,
): Promise<{ ok: true; credential: object } | PasskeyFailure> {
  const problem = findHostProblem(optionsJSON.rp.id);
  if (problem) return problem;
  try {
    const { id, rawId, type, response } = await startRegistration({ optionsJSON });
    const { clientDataJSON, attestationObject, transports = [] } = response;
    return { ok: true, credential: { id, rawId, type, response: { clientDataJSON, attestationObject, transports } } };
  } catch (error) {
    return toPasskeyFailure(error);
  }
}

export async function signIn(): Promise<ActionResult> {
  const signature = await signChallenge();
  return signature.ok ? postAction("/api/admin/sign-in", { credential: signature.credential }) : signature;
}

export function signInToDemo(role: Role, token: string): Promise<ActionResult> {
  return postAction("/api/admin/sign-in/demo", { role, token });
}

/** Requires a passkey again; sensitive actions then work for five minutes. */
export async function confirmSession(): Promise<ActionResult> {
  const signature = await signChallenge();
  return signature.ok ? postAction("/api/admin/me/confirm", { credential: signature.credential }) : signature;
}

export type OpenedInvitation = {
  options: PublicKeyCredentialCreationOptionsJSON;
  person: { name: string; email: string };
};

export function openInvitation(code: string): Promise<BodyResult<OpenedInvitation>> {
  return post<OpenedInvitation>("/api/admin/invitation/options", "options", { code });
}

export async function acceptInvitation(
  code: string,
  { options }: OpenedInvitation,
  { name, locale }: { name: string; locale: Language },
): Promise<ActionResult> {
  const passkey = await createPasskey(options);
  if (!passkey.ok) return passkey;
  return postAction("/api/admin/invitation", { code, credential: passkey.credential, name, locale });
}

export async function addPasskey(name: string): Promise<ActionResult> {
  const answer = await post<Pick<OpenedInvitation, "options">>("/api/admin/me/passkeys/options", "options");
  if (!answer.ok) return answer;
  const passkey = await createPasskey(answer.body.options);
  return passkey.ok ? postAction("/api/admin/me/passkeys", { credential: passkey.credential, name }) : passkey;
}

export function removePasskey(credentialId: string): Promise<ActionResult> {
  return postAction(`/api/admin/me/passkeys/${credentialId}/remove`);
}

export function signOut(): Promise<ActionResult> {
  return postAction("/api/admin/sign-out");
}

/** Ends one of the caller's own sessions, or all of them if `sessionId` is null. */
export function endSession(sessionId: string | null): Promise<ActionResult> {
  return postAction(`/api/admin/me/sessions/${sessionId === null ? "" : `${sessionId}/`}end`);
}

export type InvitedPerson = Omit<InvitationResult, "ok">;

export function invitePerson(person: InvitePersonInput): Promise<BodyResult<InvitedPerson>> {
  return post<InvitedPerson>("/api/admin/persons", "personId", person);
}

export function inviteAgain(personId: string): Promise<BodyResult<InvitedPerson>> {
  return post<InvitedPerson>(`/api/admin/persons/${personId}/invite`, "personId");
}

export function changePerson(personId: string, change: ChangePersonInput): Promise<ActionResult> {
  return postAction(`/api/admin/persons/${personId}`, change);
}

export function revokePerson(personId: string): Promise<ActionResult> {
  return postAction(`/api/admin/persons/${personId}/revoke`);
}

async function post<Body>(path: string, key: keyof Body & string, body: unknown = {}): Promise<BodyResult<Body>> {
  return fetchJson(path, hasKey<Body>(key), { body });
}

async function postAction(path: string, body: unknown = {}): Promise<ActionResult> {
  const answer = await fetchJson(path, isObject, { body });
  return answer.ok ? { ok: true } : answer;
}
