import "server-only";

import type { Dispatcher } from "undici";
import { request } from "undici";

import { createConnections, wasNeverSent } from "@/lib/platform/http/connections";

import type { BoardingGateway, BoardingOutcome } from "./port.boarding";
import { applicationResponseSchema } from "./schema.boarding";

/** Documented in docs/bambora.md, Boarding. */
const apiVersion = "2016-08-18";

/** `token` belongs to a partner. It isn't a merchant's passcode. */
export type BoardingSettings = { url: string; token: string; timeoutMs?: number };

type Method = "GET" | "PUT" | "POST";

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
        .catch((error) => (wasNeverSent(error) ? { kind: "unreachable", status: null } : noAnswer(method, null)));
    },
  };
}

/** A POST whose answer was lost may have created an application. The other methods can be repeated. */
function noAnswer(method: Method, status: number | null): BoardingOutcome {
  return { kind: method === "POST" ? "unknown" : "unreachable", status };
}

async function readAnswer(method: Method, response: Dispatcher.ResponseData): Promise<BoardingOutcome> {
  const { statusCode: status, body } = response;
  if (status < 200 || status >= 300) {
    // The body may repeat the applicant's personal data, so it is discarded.
    await body.dump();
    return status >= 400 && status < 500 ? { kind: "refused", status } : noAnswer(method, status);
  }
  const answer = applicationResponseSchema.safeParse(await body.json()).data;
  const { applicationId, state, merchantId } = answer ?? {};
  if (applicationId && state) return { kind: "known", applicationId, state, merchantId: merchantId ?? null };
  return noAnswer(method, status);
}
