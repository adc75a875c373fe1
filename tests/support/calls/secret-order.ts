import type { Server } from "@/tests/support/servers/server";
import { createBuyer, tokenFor } from "./buyer";

/** A paid order with everything that only its buyer and its organization may read. */
export type SecretOrder = {
  orderId: string;
  orderCode: string;
  buyer: { name: string; email: string; phone: string };
  numbers: string[];
  secrets: string[];
};

const buyer = { name: "Zenobie Quillfeather", email: "zenobie@quill.example", phone: "4165550173", province: "ON" };

/** The draw has packages `many` and `three`, which give the order unique numbers. */
export async function placeSecretOrder(server: Server, instanceId: string): Promise<SecretOrder> {
  const browser = createBuyer(server);
  const buy = async (packageId: string) => {
    const lines = [{ poolId: "main", packageId, quantity: 1 }];
    const placed = await browser.placeOrder({ instanceId, lines, body: { buyer } });
    const paid = await browser.pay(placed.body.order, await tokenFor(server.sandboxUrl));
    if (!paid.body.success) throw new Error(`The order was not paid: ${JSON.stringify(paid.body)}`);
    return paid.body.order;
  };
  await buy("many");
  const { orderId, orderCode, numbers, validationNumber } = await buy("three");
  // Otherwise its last number would equal the public count of tickets sold.
  await buy("three");
  const [range] = numbers;
  const ends = [range?.first, range?.last].map((end) => String(end).replace(/\B(?=(\d{3})+$)/g, "\u00a0"));
  const raw = [range?.first, range?.last].map(String);
  const personal = [buyer.name, "Quillfeather", buyer.email, "quill.example", buyer.phone];
  const secrets = [orderId, orderCode, ...personal, ...ends, ...raw, validationNumber ?? orderCode];
  return { orderId, orderCode, buyer, numbers: ends, secrets };
}
