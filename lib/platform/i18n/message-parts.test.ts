import { expect, it } from "vitest";

import { mergeMessages, pickMessages } from "./message-parts";

const tree = { live: { sold: "Sold", stops: { over: ["Over ", ["at"]] } }, checkout: { pay: "Pay", total: "Total" } };

it("picks whole branches and single messages, and omits missing ones", () => {
  expect(pickMessages(tree, ["live", "checkout.pay", "checkout.none", "none"])).toEqual({
    live: tree.live,
    checkout: { pay: "Pay" },
  });
  expect(pickMessages(tree, ["live.stops.over", "live.sold"])).toEqual({ live: tree.live });
});

it("merges trees, the later one over the earlier, and changes neither", () => {
  const own = { checkout: { pay: "Give" } };
  expect(mergeMessages(tree, own)).toEqual({ live: tree.live, checkout: { pay: "Give", total: "Total" } });
  expect(tree.checkout.pay).toBe("Pay");
  expect(own).toEqual({ checkout: { pay: "Give" } });
});
