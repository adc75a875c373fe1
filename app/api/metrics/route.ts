import { refuseMethods } from "@/app/api/routes/table";
import { reportMetrics } from "@/lib/monitoring/report-metrics";
import { handleMonitor } from "@/lib/wiring/handle-call";

/** What this process and its database tell a Prometheus that has the metrics token; unknown to everybody else. */
export function GET(request: Request): Promise<Response> {
  return handleMonitor(request, ({ ctx }) => reportMetrics(ctx));
}

export const { DELETE, OPTIONS, PATCH, POST, PUT } = refuseMethods("/api/metrics");
