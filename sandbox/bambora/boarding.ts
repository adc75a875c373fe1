import { randomUUID } from "node:crypto";
import type { Call, Reply } from "@/sandbox/http/exchange";
import { jsonReply } from "@/sandbox/http/exchange";
import type { Application, SandboxState } from "@/sandbox/sandbox-state";
import type { JsonObject } from "./read-json";
import { isObject, readJson } from "./read-json";

export const boardingToken = "sandbox-boarding-token";

const versions = new Set(["2016-08-18"]);

// Only a few of the required fields, because the whole list differs by flow.
const requiredFields = { applicant: ["first_name", "last_name", "email"], business: ["company_name"] } as const;

export function createApplication(state: SandboxState, call: Call): Reply {
  const refused = findRefusal(call);
  if (refused) return refused;
  const id = randomUUID();
  const application = merge({ applicant: {}, business: {} }, readJson(call));
  state.applications.set(id, application);
  return reply(201, id, application);
}

/** Handles GET and PUT. Only an application in progress can be changed. */
export function handleApplication(state: SandboxState, call: Call, id: string): Reply {
  const refused = findRefusal(call);
  if (refused) return refused;
  const application = state.applications.get(id);
  if (application === undefined) return refusal(404, "No such application");
  if (call.method === "GET") return reply(200, id, application);
  if (getState(application) !== "in_progress") return refusal(409, "Only an application in progress can be changed");
  const changed = merge(application, readJson(call));
  state.applications.set(id, changed);
  return reply(200, id, changed);
}

function isComplete(application: Application): boolean {
  return (["applicant", "business"] as const).every((part) =>
    requiredFields[part].every((key) => application[part][key]),
  );
}

// Special company names decide at once. Other applications stay undecided (docs/bambora.md, Boarding).
function getState(application: Application): string {
  const { company_name: name } = application.business;
  if (name === "TEST_APPROVED") return "approved";
  if (name === "TEST_REJECTED") return "rejected";
  return isComplete(application) ? "in_review" : "in_progress";
}

function reply(status: number, id: string, application: Application): Reply {
  const state = getState(application);
  return jsonReply(status, { id, state, ...(state === "approved" ? { merchant_id: 300_200_581 } : {}) });
}

function refusal(status: number, message: string): Reply {
  return jsonReply(status, { message });
}

function findRefusal({ headers }: Call): Reply | null {
  if (headers.authorization !== `Bearer ${boardingToken}`) return refusal(401, "Unauthorized");
  return versions.has(String(headers["x-api-version"])) ? null : refusal(400, "Unknown X-API-Version");
}

function merge(earlier: Application, { applicant, business }: JsonObject): Application {
  return {
    applicant: { ...earlier.applicant, ...(isObject(applicant) ? applicant : {}) },
    business: { ...earlier.business, ...(isObject(business) ? business : {}) },
  };
}
