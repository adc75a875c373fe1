/**
 * Runs once before the first request. The condition has this form so that nothing of the server is built for the edge.
 */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME === "nodejs") {
    const { startServer } = await import("@/lib/wiring/start-server");
    const { purchaseCalls } = await import("@/app/api/purchase-calls");
    await startServer(purchaseCalls);
  }
}
