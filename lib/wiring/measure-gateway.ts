import "server-only";

import type { PaymentGateway } from "@/lib/gateways/payment/gateway";
import { processMetrics } from "@/lib/platform/monitoring/process-metrics";

type Outcome = { kind: string; reason?: string };

function outcomeOf({ kind, reason }: Outcome): string {
  return kind === "refused" && reason ? reason : kind;
}

function measured<Given extends unknown[], Result extends Outcome>(
  operation: keyof PaymentGateway,
  call: (...given: Given) => Promise<Result>,
): (...given: Given) => Promise<Result> {
  return (...given) => {
    const startedMs = performance.now();
    const count = (outcome: string) =>
      processMetrics.gatewayCall(operation, outcome, (performance.now() - startedMs) / 1000);
    return call(...given).then(
      (result) => {
        count(outcomeOf(result));
        return result;
      },
      (error: unknown) => {
        count("failed");
        throw error;
      },
    );
  };
}

/** Counts and times calls, except those that test credentials. */
export function measureGateway(gateway: PaymentGateway): PaymentGateway {
  return {
    charge: measured("charge", gateway.charge),
    readPayment: measured("readPayment", gateway.readPayment),
    listPayments: measured("listPayments", gateway.listPayments),
    refund: measured("refund", gateway.refund),
    storeCard: measured("storeCard", gateway.storeCard),
    listAdjustments: measured("listAdjustments", gateway.listAdjustments),
    refundKindOf: gateway.refundKindOf,
    tryCredentials: gateway.tryCredentials,
  };
}
