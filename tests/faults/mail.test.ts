import { rm } from "node:fs/promises";

import { describe, expect, it } from "vitest";

import { startSandbox } from "@/sandbox/start-sandbox";
import { createBuyer, importDraw, tokenFor } from "@/tests/support/calls/buyer";
import { freshDataDirectory } from "@/tests/support/databases/data-template";
import { editData } from "@/tests/support/databases/edit-data";
import { drawWith } from "@/tests/support/draws/draw";
import { setMailServer, waitForMails } from "@/tests/support/sandbox/mailbox";
import { startServer } from "@/tests/support/servers/server";

const to = "rosalie@example.test";

describe("kill -9 while a receipt is sent", () => {
  it("resends it under the same Message-ID, and an hour later sends a copy on request", async () => {
    const [sandbox, dataDir] = [await startSandbox(), await freshDataDirectory()];
    const first = await startServer({ sandbox, dataDir });
    const draw = drawWith();
    await importDraw(first, draw);
    await setMailServer(sandbox.url, "stalling");
    const buyer = createBuyer(first);
    const { order } = (await buyer.placeOrder({ instanceId: draw.id })).body;
    await buyer.pay(order, await tokenFor(sandbox.url));
    // The process is between sending the mail and marking it as sent.
    await waitForMails(sandbox.url, to);
    await first.kill();
    await setMailServer(sandbox.url, "up");
    // Expires the leases of the row and of the job.
    await editData(dataDir, [
      `update jobs set leased_until = leased_until - interval '1 hour'`,
      `update outbox set queued_at = queued_at - interval '1 hour', try_at = try_at - interval '1 hour'`,
    ]);

    const second = await startServer({ sandbox, dataDir });
    const mails = await waitForMails(sandbox.url, to, 2);
    expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(1);
    const path = `/api/orders/${order.instanceId}/${order.orderId}/resend`;
    expect(await createBuyer(second).call("POST", path)).toMatchObject({
      status: 200,
      body: { order: { orderId: order.orderId } },
    });
    const copy = (await waitForMails(sandbox.url, to, 3)).at(-1);
    expect(copy?.subject).toMatch(/^REPRINT/);
    expect(await createBuyer(second).call("POST", path)).toMatchObject({ status: 429 });
    await second.stop();
    await sandbox.close();
    await rm(dataDir, { recursive: true, force: true });
  }, 180_000);
});
