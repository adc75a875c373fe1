import "server-only";

import type { Dispatcher } from "undici";
import { request } from "undici";

import { createConnections, wasNeverSent } from "@/lib/platform/http/connections";

import type { BoardingGateway, BoardingOutcome } from "./port.boarding";
import { applicationAnswerSchema } from "./schema.boarding";

/** Version of the boarding API (docs/bambora.md, Boarding). */
const apiVersion = "2016-08-18";

/** Where the boarding API is, and what opens it: a partner's token, not a merchant's passcode. */
export type BoardingSettings = { url: string; token: string; timeoutMs?: number };

type Method = "GET" | "PUT" | "POST";

/** Without an answer that can be read, a new application may have been taken; asking and changing may be done again. */
function silence(method: Method, status: number | null): BoardingOutcome {
  return { kind: method === "POST" ? "unknown" : "unreachable", status };
}

async function readAnswer(method: Method, response: Dispatcher.ResponseData): Promise<BoardingOutcome> {
  const { statusCode: status, body } = response;
  if (status < 200 || status >= 300) {
    // The body may repeat what the applicant told: a birthday, a bank account. It is not kept.
    await body.dump();
    return status >= 400 && status < 500 ? { kind: "refused", status } : silence(method, status);
  }
  const answer = applicationAnswerSchema.safeParse(await body.json()).data;
  const { applicationId, state, merchantId } = answer ?? {};
  if (applicationId && state) return { kind: "known", applicationId, state, merchantId: merchantId ?? null };
  return silence(method, status);
}

/** The adapter of Bambora's boarding API (docs/bambora.md, Boarding). */
export function createBoardingGateway({ url, token, timeoutMs = 20_000 }: BoardingSettings): BoardingGateway {
  const dispatcher = createConnections(timeoutMs / 2);
  return {
    submit: async ({ flow, applicationId, application }) => {
      const path = `/v1/boarding/workflows/${flow}/applications${applicationId ? `/${applicationId}` : ""}`;
      const method = !application ? "GET" : applicationId ? "PUT" : "POST";
      return request(url + path, {
        dispatcher,
        method,
        headers: {
          Authorization: `Bearer ${token}`,
          "Content-Type": "application/json",
          "X-API-Version": apiVersion,
        },
        body: application ? JSON.stringify(application) : null,
        signal: AbortSignal.timeout(timeoutMs),
      })
        .then((response) => readAnswer(method, response))
        .catch((error) => (wasNeverSent(error) ? { kind: "unreachable", status: null } : silence(method, null)));
    },
  };
}
