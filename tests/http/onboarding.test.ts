import { afterAll, beforeAll, expect, it } from "vitest";

import { adminCall, createBuyer } from "@/tests/support/calls/buyer";
import { armFault } from "@/tests/support/sandbox/sandbox-control";
import type { Server } from "@/tests/support/servers/server";
import { shareServer } from "@/tests/support/servers/shared-server";

let server: Server;

beforeAll(async () => {
  server = await shareServer();
});

afterAll(() => server.stop());

type Registered = { success: boolean; applicationId: string; state: string; merchantId: string | null };

const path = "/api/bambora/onboardMerchant";
const applicant = { first_name: "Jeanne", last_name: "Roy", email: "jeanne@example.test", date_of_birth: "1988-03-25" };

function onboard(body: unknown) {
  return adminCall<Registered>(server, "POST", path, body);
}

it("requires an admin", async () => {
  const answer = await createBuyer(server).call("POST", path, { application: { applicant } });
  expect(answer).toMatchObject({ status: 401, body: { reason: "admin-key-wrong" } });
});

it("submits an application, changes it while it is in progress, and follows its state", async () => {
  const first = await onboard({ flow: "psp-cad", application: { applicant } });
  expect(first).toMatchObject({ status: 200, body: { success: true, state: "in_progress", merchantId: null } });
  const { applicationId } = first.body;
  const changed = await onboard({ applicationId, application: { business: { company_name: "Arena Foundation" } } });
  expect(changed.body).toMatchObject({ applicationId, state: "in_review" });
  expect((await onboard({ applicationId })).body).toMatchObject({ state: "in_review", merchantId: null });
  const late = await onboard({ applicationId, application: { applicant: { last_name: "Gagnon" } } });
  expect(late).toMatchObject({ status: 422, body: { reason: "boarding-refused" } });
});

it("returns the merchant of an approved application, and nothing of a rejected one", async () => {
  const approved = await onboard({ application: { applicant, business: { company_name: "TEST_APPROVED" } } });
  expect(approved.body).toMatchObject({ state: "approved", merchantId: "300200581" });
  const rejected = await onboard({ application: { applicant, business: { company_name: "TEST_REJECTED" } } });
  expect(rejected.body).toMatchObject({ state: "rejected", merchantId: null });
});

it("refuses anything that isn't an application, and says if the outcome is unknown, without the applicant's data", async () => {
  expect(await onboard({})).toMatchObject({ status: 422, body: { fields: [{ field: "application" }] } });
  expect((await onboard({ flow: "psp-gbp", application: {} })).body.reason).toBe("invalid-input");
  for (const fault of [{ kind: "status", status: 500 }, { kind: "drop" }, { kind: "garbage" }] as const) {
    await armFault(server.sandboxUrl, { at: "boarding", ...fault });
    const answer = await onboard({ application: { applicant } });
    expect(answer).toMatchObject({ status: 502, body: { reason: "boarding-unknown" } });
  }
  expect(server.output()).toContain("A merchant's application wasn't accepted.");
  expect(server.output()).not.toContain("Jeanne");
});
