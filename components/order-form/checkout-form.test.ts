import { describe, expect, it } from "vitest";
import type { CataloguePool } from "@/lib/draws/rules.catalogue";
import type { Availability } from "@/lib/orders/rules.lines";
import { demoCheckoutDraw } from "@/tests/support/views/fake-checkout-draw";
import { countIncludedTickets, getMaxQuantity, getTotalCents } from "./basket";
import type { CheckoutDraw } from "./checkout-draw";
import type { CheckoutForm, OfferChoice } from "./checkout-form";
import { createEmptyForm } from "./checkout-form";
import { clearSolvedProblems, listProblemFields } from "./field-problems";
import { checkForm, toFormProblems } from "./form-problems";
import { toOrderRequest } from "./order-request";

const availability: Availability = { now: new Date("2026-11-20T12:00:00Z"), capacities: new Map() };

function withCapacity(poolId: string, tickets: number | null, cents: number | null = null): Availability {
  return { ...availability, capacities: new Map([[poolId, { tickets, cents }]]) };
}

function withTruck(changes: Partial<CataloguePool>): CheckoutDraw {
  const draw = demoCheckoutDraw();
  const pools = draw.catalogue.pools.map((pool) => (pool.poolId === "truck" ? { ...pool, ...changes } : pool));
  return { ...draw, catalogue: { ...draw.catalogue, pools } };
}

function filledForm(draw: CheckoutDraw, changes: Partial<CheckoutForm> = {}): CheckoutForm {
  const buyer = { name: "Marie Tremblay", email: "marie@example.com" };
  return { ...createEmptyForm(draw), ...buyer, age: true, location: true, rules: true, ...changes };
}

function chooseOffer(draw: CheckoutDraw, kind: OfferChoice["kind"], id: string): OfferChoice {
  const offer = draw.groups.flatMap(({ offers }) => offers).find((candidate) => candidate.id === id);
  if (!offer) throw new Error(`No offer ${id}`);
  return { kind, offer };
}

describe("the form of a draw", () => {
  const draw = demoCheckoutDraw();

  it("starts with the highlighted package and the draw's province", () => {
    expect(createEmptyForm(draw)).toMatchObject({ choice: "packages:p40", quantity: 1, province: "ON" });
  });

  it("adds up the package and the second draws, in cents", () => {
    expect(getTotalCents(draw, filledForm(draw, { quantity: 3 }), availability)).toBe(6000);
    expect(getTotalCents(draw, filledForm(draw, { addOns: { truck: "t1" } }), availability)).toBe(2000 + 750);
  });

  it("becomes a reservation without the fields left empty", () => {
    const request = toOrderRequest(
      draw,
      filledForm(draw, { quantity: 2, phone: " ", postalCode: "k1a 0b1" }),
      "fr",
      availability,
    );
    expect(request).toEqual({
      instanceId: "demo",
      lines: [{ poolId: "main", packageId: "p40", quantity: 2 }],
      buyer: { name: "Marie Tremblay", email: "marie@example.com", province: "ON", postalCode: "K1A 0B1" },
      attestations: { age: true, location: true, rules: true },
      locale: "fr",
    });
  });

  it("becomes a bundle if one was chosen", () => {
    const request = toOrderRequest(draw, filledForm(draw, { choice: "bundles:family" }), "en", availability);
    expect(request).toMatchObject({ lines: [], bundles: [{ bundleId: "family", quantity: 1 }] });
  });

  it("counts several of a second draw, and leaves out those that are over, full or in the bundle", () => {
    const three = filledForm(draw, { addOns: { truck: "t1" }, addOnQuantities: { truck: 3 } });
    expect(getTotalCents(draw, three, availability)).toBe(2000 + 3 * 750);
    expect(getTotalCents(draw, three, withCapacity("truck", 0))).toBe(2000);
    expect(getTotalCents(withTruck({ endsAt: "2026-11-20T12:00:00Z" }), three, availability)).toBe(2000);
    const bundled = { ...three, choice: "bundles:family" };
    expect(getTotalCents(draw, bundled, availability)).toBe(2500);
    expect(countIncludedTickets(draw, { ...bundled, quantity: 2 }, "truck", availability)).toBe(20);
  });

  it("includes a mandatory second draw from the start, with its cheapest available package", () => {
    const packages = [
      { packageId: "t5", tickets: 5, priceCents: 3000 },
      { packageId: "t1", tickets: 1, priceCents: 750 },
      { packageId: "t2", tickets: 2, priceCents: 1200 },
    ];
    const mandatory = withTruck({ isMandatory: true, packages });
    const untouched = filledForm(mandatory);
    const linesAt = (at: Availability, changes: Partial<CheckoutForm> = {}) =>
      toOrderRequest(mandatory, { ...untouched, ...changes }, "en", at).lines.filter(
        ({ poolId }) => poolId === "truck",
      );
    expect(getTotalCents(mandatory, untouched, availability)).toBe(2000 + 750);
    expect(linesAt(availability)).toEqual([{ poolId: "truck", packageId: "t1", quantity: 1 }]);
    expect(linesAt(availability, { addOns: { truck: "t2" }, addOnQuantities: { truck: 3 } })[0]).toMatchObject({
      quantity: 3,
    });
    // Without the package, its quantity does not count either.
    expect(linesAt(availability, { addOns: { truck: "gone" }, addOnQuantities: { truck: 3 } })).toEqual(
      linesAt(availability),
    );
    expect(getTotalCents(withTruck({ packages }), untouched, availability)).toBe(2000);
  });

  it("doesn't require a mandatory second draw in a bundle, after its end, or when it is (nearly) full", () => {
    const mandatory = withTruck({ isMandatory: true });
    const checkTruck = (changed: CheckoutDraw, changes: Partial<CheckoutForm>, at = availability) => {
      const form = filledForm(changed, changes);
      const own = toOrderRequest(changed, form, "en", at).lines.some(({ poolId }) => poolId === "truck");
      return [own, checkForm(changed, form, at)["addOns.truck"]];
    };
    expect(checkTruck(mandatory, {})).toEqual([true, undefined]);
    expect(checkTruck(mandatory, { choice: "bundles:family" })).toEqual([false, undefined]);
    expect(checkTruck(withTruck({ isMandatory: true, endsAt: "2026-11-20T11:00:00Z" }), {})).toEqual([
      false,
      undefined,
    ]);
    expect(checkTruck(mandatory, {}, withCapacity("truck", 0))).toEqual([false, undefined]);
    expect(checkTruck(mandatory, {}, withCapacity("truck", null, 749))).toEqual([false, undefined]);
    expect(checkTruck(mandatory, {}, withCapacity("truck", null, 750))).toEqual([true, undefined]);
  });

  it("allows no more than the limit per order, or than what is left of every draw in a bundle", () => {
    const getMaxQuantityFor = (kind: "packages" | "bundles", id: string, changed = draw, at = availability) =>
      getMaxQuantity(changed, chooseOffer(changed, kind, id), at);
    expect(getMaxQuantityFor("packages", "p40")).toBe(99);
    expect(getMaxQuantityFor("packages", "p40", draw, withCapacity("main", 41))).toBe(1);
    expect(getMaxQuantityFor("packages", "p40", draw, withCapacity("main", null, 5999))).toBe(2);
    // An order may have 20 of the truck, and a bundle has ten.
    expect(getMaxQuantityFor("bundles", "family")).toBe(2);
    expect(getMaxQuantityFor("bundles", "family", draw, withCapacity("truck", 9))).toBe(0);
    expect(getMaxQuantityFor("bundles", "family", withTruck({ endsAt: "2026-11-20T11:00:00Z" }))).toBe(0);
  });
});

describe("the errors of the form", () => {
  const draw = demoCheckoutDraw();

  it("are empty if everything is complete", () => {
    expect(checkForm(draw, filledForm(draw), availability)).toEqual({});
  });

  it("are listed in the order of the page", () => {
    const problems = checkForm(draw, { ...createEmptyForm(draw), email: "marie@example" }, availability);
    expect(listProblemFields(problems)).toEqual(["name", "email", "age", "location", "rules"]);
    expect(problems).toMatchObject({ name: "required", email: "malformed", age: "must-accept" });
  });

  it.each([
    ["email", "a@b"],
    ["email", "a b@example.com"],
    ["email", `${"a".repeat(60)}@example.com`],
    ["phone", "12"],
    ["postalCode", "12345"],
    ["name", "M"],
  ] as const)("%s %s", (field, text) => {
    expect(checkForm(draw, filledForm(draw, { [field]: text }), availability)).toEqual({ [field]: "malformed" });
  });

  it("name the choice or the second draw that asks for more than is left", () => {
    const truck = { addOns: { truck: "t1" }, addOnQuantities: { truck: 3 } };
    const getProblems = (changes: Partial<CheckoutForm>, at: Availability) =>
      checkForm(draw, filledForm(draw, changes), at);
    expect(getProblems(truck, withCapacity("truck", 2))).toEqual({ "addOns.truck": "too-large" });
    expect(getProblems({ ...truck, addOnQuantities: { truck: 21 } }, availability)).toEqual({
      "addOns.truck": "too-large",
    });
    expect(getProblems({ choice: "bundles:family" }, withCapacity("truck", 9))).toEqual({ choice: "too-large" });
    expect(getProblems({ quantity: 2 }, withCapacity("main", 79))).toEqual({ choice: "too-large" });
  });

  it("disappear with a change at their own field, and with a bundle that contains what was missing", () => {
    const problems = { choice: "too-large", "addOns.truck": "required", name: "required" } as const;
    const bundled = filledForm(draw, { choice: "bundles:family" });
    expect(clearSolvedProblems(problems, "name", draw, filledForm(draw))).toEqual({ ...problems, name: undefined });
    expect(clearSolvedProblems(problems, "quantity", draw, filledForm(draw))).toEqual({
      ...problems,
      choice: undefined,
    });
    expect(clearSolvedProblems(problems, "choice", draw, filledForm(draw))).toEqual({ ...problems, choice: undefined });
    expect(clearSolvedProblems(problems, "choice", draw, bundled)).toEqual({ name: "required" });
  });

  it("appear at the same fields if the server reports them", () => {
    const line = (poolId: string) => ({ poolId, packageId: "p", quantity: 1 });
    const problems = toFormProblems(
      [
        { field: "buyer.email", problem: "malformed" },
        { field: "attestations.rules", problem: "must-accept" },
        { field: "lines.0.packageId", problem: "not-in-draw" },
        { field: "lines.1.poolId", problem: "not-in-draw" },
        { field: "lines.truck", problem: "required" },
        { field: "buyer", problem: "required" },
        { field: "somethingElse", problem: "unknown" },
      ],
      { lines: [line("main"), line("boat")] },
    );
    expect(problems).toEqual({
      email: "malformed",
      rules: "must-accept",
      choice: "not-in-draw",
      "addOns.boat": "not-in-draw",
      "addOns.truck": "required",
      name: "required",
    });
    expect(listProblemFields(problems).slice(0, 3).sort()).toEqual(["addOns.boat", "addOns.truck", "choice"]);
  });

  it("aren't confused with a line's if a pool's name is a number", () => {
    const lines = ["main", "2"].map((poolId) => ({ poolId, packageId: "p", quantity: 1 }));
    expect(toFormProblems([{ field: "lines.1", problem: "required" }], { lines })).toEqual({
      "addOns.1": "required",
    });
    expect(toFormProblems([{ field: "lines.1.packageId", problem: "not-in-draw" }], { lines })).toEqual({
      "addOns.2": "not-in-draw",
    });
  });
});
