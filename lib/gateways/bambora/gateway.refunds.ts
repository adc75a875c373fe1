import "server-only";

import type {
  Adjustment,
  AdjustmentList,
  PaymentGateway,
  RefundOutcome,
  RefundRequest,
} from "@/lib/gateways/payment/port";
import { toCents, toDollars } from "@/lib/money";
import { wasNeverSent } from "@/lib/platform/http/connections";
import type { BamboraCall, BamboraResponse } from "./gateway.http";
import { toRefundRefusal } from "./rules.codes";
import { adjustedResponseSchema, errorResponseSchema, paymentResponseSchema } from "./schema";

const kinds: Record<string, Adjustment["kind"]> = { R: "return", VP: "void" };

/** Documented in docs/bambora.md, Voids and returns. */
export function createBamboraRefunds(call: BamboraCall): Pick<PaymentGateway, "refund" | "listAdjustments"> {
  return {
    refund: (credentials, request) => {
      const { kind, transactionId, amountCents, orderNumber } = request;
      const path = `/payments/${encodeURIComponent(transactionId)}/${kind === "void" ? "void" : "returns"}`;
      const body = { amount: toDollars(amountCents), order_number: orderNumber };
      return call(credentials, path, body).then(
        (answer) => readRefund(answer, request),
        (error) => (wasNeverSent(error) ? createRefusal("refund-unavailable", null) : createUnknown(null)),
      );
    },
    listAdjustments: (credentials, transactionId) =>
      call(credentials, `/payments/${encodeURIComponent(transactionId)}`).then(readAdjustments, () => ({
        kind: "unknown",
      })),
  };
}

function toCodeText(code: number | null): string | null {
  return code === null ? null : String(code);
}

function createUnknown(code: number | null): RefundOutcome {
  return { kind: "unknown", code: toCodeText(code) };
}

function createRefusal(
  reason: Extract<RefundOutcome, { kind: "refused" }>["reason"],
  code: number | null,
): RefundOutcome {
  return { kind: "refused", reason, code: toCodeText(code) };
}

/** If the kind or amount differs from the request, the outcome is unknown. */
function readSuccess(body: unknown, { kind, amountCents }: RefundRequest): RefundOutcome {
  const parsed = paymentResponseSchema.safeParse(body);
  if (!parsed.success) return createUnknown(null);
  const { approved, id, type, amount, message_id: code } = parsed.data;
  if (approved === 1) {
    const matchesRequest = (type === undefined || kinds[type] === kind) && toCents(amount) === amountCents;
    return matchesRequest ? { kind: "done", transactionId: id, code: toCodeText(code) } : createUnknown(code);
  }
  const reason = toRefundRefusal(code, 1);
  return reason ? createRefusal(reason, code) : createUnknown(code);
}

function readRefund({ status, body }: BamboraResponse, request: RefundRequest): RefundOutcome {
  if (status === 200) return readSuccess(body, request);
  // 401 and 403 are answered before the refund is processed (docs/bambora.md, Errors).
  if (status === 401 || status === 403) return createRefusal("refund-unavailable", null);
  const parsed = errorResponseSchema.safeParse(body);
  if (!parsed.success) return createUnknown(null);
  const { code, category } = parsed.data;
  // A 5xx proves nothing about the money, whatever code it has.
  const reason = status >= 400 && status < 500 ? toRefundRefusal(code, category) : null;
  return reason ? createRefusal(reason, code) : createUnknown(code);
}

function readAdjustments({ status, body }: BamboraResponse): AdjustmentList {
  if (status === 404) return { kind: "not-found" };
  const parsed = status === 200 ? adjustedResponseSchema.safeParse(body) : null;
  if (!parsed?.success) return { kind: "unknown" };
  const adjustments = (parsed.data.adjusted_by ?? []).flatMap(({ id, type, approval, amount }) => {
    const kind = kinds[type];
    return kind && approval === 1 ? [{ transactionId: id, kind, amountCents: toCents(amount) }] : [];
  });
  return { kind: "listed", adjustments };
}
