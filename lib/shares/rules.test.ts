import { describe, expect, it } from "vitest";

import type { ShareState, Size } from "./rules";
import { computeShareFit, listHolders } from "./rules";

const size = (tickets: number): Size => ({ tickets, cents: tickets * 1000 });
const sizes = { largest: size(5), smallest: size(1) };
const none = size(0);
const { newBuyer } = listHolders({ network: "n", wideNetwork: null, client: "c", deviceId: null });
const [everyone, network, browser] = newBuyer;

function createShare(held: number, changes: Partial<ShareState> = {}): ShareState {
  const unsold = { tickets: 200, cents: null };
  return { holder: "any", poolId: "main", orders: held > 0 ? 1 : 0, unsold, held: size(held), paid: none, ...changes };
}

function getFit(holder: typeof everyone, state: ShareState, wanted: number) {
  return holder && computeShareFit(holder, state, size(wanted), sizes);
}

describe("an order within a share", () => {
  it("has room up to the fraction of what isn't sold, or a few of the smallest package", () => {
    expect([getFit(everyone, createShare(150), 10), getFit(everyone, createShare(150), 11)]).toEqual(["fits", "later"]);
    expect([getFit(network, createShare(40), 10), getFit(network, createShare(40), 11)]).toEqual(["fits", "later"]);
    expect([getFit(browser, createShare(4), 6), getFit(browser, createShare(4), 7)]).toEqual(["fits", "later"]);
  });

  it("has more room for each paid ticket", () => {
    expect(getFit(network, createShare(50, { paid: size(3) }), 3)).toBe("fits");
  });

  it("never has room if it is larger than the share, unless it is one of the largest package", () => {
    expect(getFit(browser, createShare(0), 11)).toBe("never");
    const nearlySold = { unsold: { tickets: 4, cents: null } };
    expect(getFit(network, createShare(0, nearlySold), 5)).toBe("fits");
    expect(getFit(network, createShare(1, nearlySold), 5)).toBe("later");
  });

  it("is counted in money if that is limited, and not at all without a limit", () => {
    const money = { unsold: { tickets: null, cents: 20_000 } };
    expect([getFit(network, createShare(0, money), 6), getFit(everyone, createShare(0, money), 16)]).toEqual([
      "never",
      "fits",
    ]);
    expect(getFit(browser, createShare(900, { unsold: { tickets: null, cents: null } }), 99)).toBe("fits");
  });

  it("has room among a holder's orders up to their limit, plus one for each paid order", () => {
    const orders = (count: number, paid = 0) => createShare(0, { poolId: "", orders: count, paid: size(paid) });
    const fits = [orders(49), orders(50), orders(50, 1)].map(
      (state) => browser && computeShareFit(browser, state, null, null),
    );
    expect(fits).toEqual(["fits", "later", "fits"]);
  });
});
