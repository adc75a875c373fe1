import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser";
import { browserSupportsWebAuthn, startAuthentication, startRegistration } from "@simplewebauthn/browser";
import { queryOptions } from "@tanstack/react-query";

import type { RefusalError } from "@/lib/platform/http/browser/client";
import { hasKey, unwrapAnswer } from "@/lib/platform/http/browser/client";
import type { CallRefusal } from "@/lib/platform/http/browser/fetch-json";
import { fetchJson } from "@/lib/platform/http/browser/fetch-json";
import type { Language } from "@/lib/platform/i18n/routing";

import type { Invited } from "./invite-person";
import type { OwnView, PersonView, RoleSuggestion } from "./rules";
import type { Role } from "./rules.roles";
import type { ChangePersonInput, InvitePersonInput } from "./schema";

/** Why a browser gave no passkey. `elsewhere` means that the page isn't at the host to which passkeys belong. */
export type PasskeyTrouble = {
  ok: false;
  reason: "passkey-cancelled" | "passkey-known" | "passkey-unsupported" | "passkey-elsewhere";
  host: string;
};

export type Trouble = CallRefusal | PasskeyTrouble;

export type Done = { ok: true } | Trouble;

type Answer<Body> = { ok: true; body: Body } | Trouble;

async function post<Body>(path: string, key: keyof Body & string, body: unknown = {}): Promise<Answer<Body>> {
  return fetchJson(path, hasKey<Body>(key), { body });
}

const isObject = (body: unknown): body is object => typeof body === "object" && body !== null;

async function postDone(path: string, body: unknown = {}): Promise<Done> {
  const answer = await fetchJson(path, isObject, { body });
  return answer.ok ? { ok: true } : answer;
}

/** Who is signed in. The call is refused with status 401 if nobody is. */
export function ownQuery() {
  return queryOptions<OwnView, RefusalError, OwnView, readonly string[]>({
    queryKey: ["me"],
    queryFn: async ({ signal }) =>
      unwrapAnswer(await fetchJson("/api/admin/me", hasKey<OwnView>("rights"), { signal })).body,
  });
}

export function personsQuery() {
  type Persons = { persons: PersonView[] };
  return queryOptions<Persons, RefusalError, Persons, readonly string[]>({
    queryKey: ["persons"],
    queryFn: async ({ signal }) =>
      unwrapAnswer(await fetchJson("/api/admin/persons", hasKey<Persons>("persons"), { signal })).body,
  });
}

/** Roles that draws name and nobody has yet. */
export function suggestionsQuery() {
  type Suggestions = { suggestions: RoleSuggestion[] };
  return queryOptions<Suggestions, RefusalError, Suggestions, readonly string[]>({
    queryKey: ["suggestions"],
    queryFn: async ({ signal }) =>
      unwrapAnswer(await fetchJson("/api/admin/persons/suggestions", hasKey<Suggestions>("suggestions"), { signal }))
        .body,
  });
}

/** Passkeys belong to a host and to the hosts below it. */
function findHostProblem(rpId: string | undefined): PasskeyTrouble | null {
  const { hostname } = window.location;
  const host = rpId ?? hostname;
  if (!browserSupportsWebAuthn()) return { ok: false, reason: "passkey-unsupported", host };
  return hostname === host ? null : { ok: false, reason: "passkey-elsewhere", host };
}

function troubleOf(error: unknown): PasskeyTrouble {
  const isKnown = (error as { code?: unknown }).code === "ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED";
  return { ok: false, reason: isKnown ? "passkey-known" : "passkey-cancelled", host: "" };
}

/** Makes a passkey sign. Call it when the person presses a button, as some browsers require that. */
async function signChallenge(): Promise<{ ok: true; credential: object } | Trouble> {
  type Options = { options: PublicKeyCredentialRequestOptionsJSON };
  const asked = await post<Options>("/api/admin/sign-in/options", "options");
  if (!asked.ok) return asked;
  const { options: optionsJSON } = asked.body;
  const problem = findHostProblem(optionsJSON.rpId);
  if (problem) return problem;
  try {
    const { id, rawId, type, response } = await startAuthentication({ optionsJSON });
    const { clientDataJSON, authenticatorData, signature, userHandle } = response;
    const signed = { clientDataJSON, authenticatorData, signature, userHandle };
    return { ok: true, credential: { id, rawId, type, response: signed } };
  } catch (error) {
    return troubleOf(error);
  }
}

async function makePasskey(
  optionsJSON: PublicKeyCredentialCreationOptionsJSON,
): Promise<{ ok: true; credential: object } | PasskeyTrouble> {
  const problem = findHostProblem(optionsJSON.rp.id);
  if (problem) return problem;
  try {
    const { id, rawId, type, response } = await startRegistration({ optionsJSON });
    const { clientDataJSON, attestationObject, transports = [] } = response;
    return { ok: true, credential: { id, rawId, type, response: { clientDataJSON, attestationObject, transports } } };
  } catch (error) {
    return troubleOf(error);
  }
}

export async function signIn(): Promise<Done> {
  const signed = await signChallenge();
  return signed.ok ? postDone("/api/admin/sign-in", { credential: signed.credential }) : signed;
}

export function signInToDemo(role: Role, token: string): Promise<Done> {
  return postDone("/api/admin/sign-in/demo", { role, token });
}

/** Makes the session fresh. */
export async function confirmOwn(): Promise<Done> {
  const signed = await signChallenge();
  return signed.ok ? postDone("/api/admin/me/confirm", { credential: signed.credential }) : signed;
}

export type OpenedInvitation = {
  options: PublicKeyCredentialCreationOptionsJSON;
  person: { name: string; email: string };
};

export function openInvitation(code: string): Promise<Answer<OpenedInvitation>> {
  return post<OpenedInvitation>("/api/admin/invitation/options", "options", { code });
}

export async function acceptInvitation(
  code: string,
  { options }: OpenedInvitation,
  { name, locale }: { name: string; locale: Language },
): Promise<Done> {
  const made = await makePasskey(options);
  if (!made.ok) return made;
  return postDone("/api/admin/invitation", { code, credential: made.credential, name, locale });
}

export async function addPasskey(name: string): Promise<Done> {
  const asked = await post<Pick<OpenedInvitation, "options">>("/api/admin/me/passkeys/options", "options");
  if (!asked.ok) return asked;
  const made = await makePasskey(asked.body.options);
  return made.ok ? postDone("/api/admin/me/passkeys", { credential: made.credential, name }) : made;
}

export function removePasskey(credentialId: string): Promise<Done> {
  return postDone(`/api/admin/me/passkeys/${credentialId}/remove`);
}

export function signOut(): Promise<Done> {
  return postDone("/api/admin/sign-out");
}

/** Ends one of the caller's own sessions, or all of them. */
export function endSession(sessionId: string | null): Promise<Done> {
  return postDone(`/api/admin/me/sessions/${sessionId === null ? "" : `${sessionId}/`}end`);
}

export type InvitedPerson = Omit<Invited, "ok">;

export function invitePerson(person: InvitePersonInput): Promise<Answer<InvitedPerson>> {
  return post<InvitedPerson>("/api/admin/persons", "personId", person);
}

export function inviteAgain(personId: string): Promise<Answer<InvitedPerson>> {
  return post<InvitedPerson>(`/api/admin/persons/${personId}/invite`, "personId");
}

export function changePerson(personId: string, change: ChangePersonInput): Promise<Done> {
  return postDone(`/api/admin/persons/${personId}`, change);
}

export function revokePerson(personId: string): Promise<Done> {
  return postDone(`/api/admin/persons/${personId}/revoke`);
}
