/** This form of the condition keeps server code out of the edge build. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME === "nodejs") {
    const { startServer } = await import("@/lib/wiring/start-server");
    const { purchaseCalls } = await import("@/app/api/purchase-calls");
    await startServer(purchaseCalls);
  }
}
