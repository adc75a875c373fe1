import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { reportMetrics } from "@/lib/monitoring/report-metrics";
import { handleMonitor } from "@/lib/wiring/handle-call";

export function GET(request: Request): Promise<Response> {
  return handleMonitor(request, ({ ctx }) => reportMetrics(ctx));
}

export const { DELETE, OPTIONS, PATCH, POST, PUT } = refuseMethods("/api/metrics");
