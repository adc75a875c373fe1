import "server-only";

import type { BoardingGateway, BoardingOutcome } from "./gateway";
import { applicationAnswerSchema } from "./schema.boarding";

/** Version of the boarding API (payments.md 1.13). */
const apiVersion = "2016-08-18";

/** Where the boarding API is, and what opens it: a partner's token, not a merchant's passcode. */
export type BoardingSettings = { url: string; token: string; timeoutMs?: number };

async function readAnswer(response: Response): Promise<BoardingOutcome> {
  const answer = response.ok ? applicationAnswerSchema.safeParse(await response.json()).data : null;
  const { applicationId, state, merchantId } = answer ?? {};
  if (applicationId && state) return { kind: "known", applicationId, state, merchantId: merchantId ?? null };
  // The body may repeat what the applicant told: a birthday, a bank account. It is not kept.
  const isRefused = response.status >= 400 && response.status < 500;
  return { kind: isRefused ? "refused" : "unreachable", status: response.status };
}

/** The adapter of Bambora's boarding API (payments.md 1.13). */
export function createBoardingGateway({ url, token, timeoutMs = 20_000 }: BoardingSettings): BoardingGateway {
  return {
    submit: async ({ flow, applicationId, application }) => {
      const path = `/v1/boarding/workflows/${flow}/applications${applicationId ? `/${applicationId}` : ""}`;
      const method = !application ? "GET" : applicationId ? "PUT" : "POST";
      const unreachable = { kind: "unreachable", status: null } as const;
      return fetch(url + path, {
        method,
        headers: {
          Authorization: `Bearer ${token}`,
          "Content-Type": "application/json",
          "X-API-Version": apiVersion,
        },
        body: application ? JSON.stringify(application) : null,
        redirect: "manual",
        signal: AbortSignal.timeout(timeoutMs),
      })
        .then(readAnswer)
        .catch(() => unreachable);
    },
  };
}
