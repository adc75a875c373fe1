import "server-only";

import type { PaymentGateway } from "@/lib/gateways/payment/port";
import { processMetrics } from "@/lib/platform/monitoring/process-metrics";

type Outcome = { kind: string; reason?: string };

/** Calls that test credentials are not measured. */
export function measureGateway(gateway: PaymentGateway): PaymentGateway {
  return {
    charge: withMetrics("charge", gateway.charge),
    readPayment: withMetrics("readPayment", gateway.readPayment),
    listPayments: withMetrics("listPayments", gateway.listPayments),
    refund: withMetrics("refund", gateway.refund),
    storeCard: withMetrics("storeCard", gateway.storeCard),
    listAdjustments: withMetrics("listAdjustments", gateway.listAdjustments),
    chooseRefundKind: gateway.chooseRefundKind,
    checkCredentials: gateway.checkCredentials,
  };
}

function toOutcome({ kind, reason }: Outcome): string {
  return kind === "refused" && reason ? reason : kind;
}

function withMetrics<Args extends unknown[], Result extends Outcome>(
  operation: keyof PaymentGateway,
  call: (...args: Args) => Promise<Result>,
): (...args: Args) => Promise<Result> {
  return (...args) => {
    const startedMs = performance.now();
    const count = (outcome: string) =>
      processMetrics.gatewayCall(operation, outcome, (performance.now() - startedMs) / 1000);
    return call(...args).then(
      (result) => {
        count(toOutcome(result));
        return result;
      },
      (error: unknown) => {
        count("failed");
        throw error;
      },
    );
  };
}
