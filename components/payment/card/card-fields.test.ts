// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from "vitest";
import { fakeCustomCheckout } from "@/tests/support/views/fake-custom-checkout";
import { mountCardFields } from "./card-fields";
import type { CardState } from "./card-state";

afterEach(() => {
  vi.useRealTimers();
});

function mounting() {
  vi.useFakeTimers();
  const fake = fakeCustomCheckout();
  const seen: CardState[] = [];
  const fields = mountCardFields(fake.factory, {
    selectors: { "card-number": "#number", expiry: "#expiry", cvv: "#code" },
    placeholders: { expiry: "MM / YY" },
    onChange: (state) => seen.push(state),
  });
  return { fake, fields, seen };
}

function mounted() {
  const all = mounting();
  vi.runAllTimers();
  return all;
}

const allFields = ["card-number", "expiry", "cvv"];

function enterCard({ emit }: ReturnType<typeof fakeCustomCheckout>, fields = allFields): void {
  for (const field of fields) {
    emit("empty", { field, empty: false });
    emit("complete", { field, complete: true });
  }
}

describe("the card fields", () => {
  it("are mounted once each, with the brands only on the number", () => {
    const { fake } = mounted();
    expect(fake.calls).toEqual(["mount #number", "mount #expiry", "mount #code"]);
    expect(fake.options.get("card-number")?.brands).toContain("visa");
    expect(fake.options.get("cvv")?.brands).toBeUndefined();
    expect(fake.options.get("expiry")?.placeholder).toBe("MM / YY");
  });

  it("are each mounted in a task of their own, and no longer once they are removed", () => {
    const { fake, fields } = mounting();
    expect(fake.calls).toEqual(["mount #number"]);
    vi.advanceTimersToNextTimer();
    expect(fake.calls).toEqual(["mount #number", "mount #expiry"]);
    fields.unmount();
    vi.runAllTimers();
    expect(fake.calls.slice(2)).toEqual(["unmount card-number", "unmount expiry"]);
  });

  it("keep every option when the colours change, because an update replaces them all", () => {
    const { fake, fields } = mounted();
    fields.restyle();
    expect(fake.options.get("card-number")?.brands).toContain("visa");
    expect(fake.options.get("expiry")?.placeholder).toBe("MM / YY");
  });

  it("track complete, empty, brand and error, including changes to false", () => {
    const { fake, fields } = mounted();
    fake.emit("brand", { field: "card-number", brand: "visa" });
    enterCard(fake);
    expect(fields.state()).toMatchObject({ brand: "visa", fields: { cvv: { complete: true, empty: false } } });
    fake.emit("complete", { field: "cvv", complete: false });
    fake.emit("error", { field: "cvv", type: "CvvNotSet" });
    expect(fields.state().fields.cvv).toEqual({ empty: false, complete: false, error: "CvvNotSet" });
    fake.emit("complete", { field: "cvv", complete: true });
    expect(fields.state().fields.cvv.error).toBeNull();
    fake.emit("brand", { field: "card-number", brand: "unknown" });
    expect(fields.state().brand).toBeNull();
  });

  it("name the first invalid one, and an error about a missing value disappears on typing", () => {
    const { fake, fields } = mounted();
    expect(fields.check()).toBe("card-number");
    fake.emit("empty", { field: "card-number", empty: false });
    expect(fields.state().fields["card-number"].error).toBeNull();
    expect(fields.check()).toBe("expiry");
    enterCard(fake);
    expect(fields.check()).toBeNull();
  });

  it("keep the provider's error while the number is being typed", () => {
    const { fake, fields } = mounted();
    fake.emit("error", { field: "card-number", type: "CardNumberInvalid" });
    fake.emit("empty", { field: "card-number", empty: false });
    expect(fields.state().fields["card-number"].error).toBe("CardNumberInvalid");
  });

  it("are emptied and report nothing more once they are removed", () => {
    const { fake, fields, seen } = mounted();
    enterCard(fake);
    fields.clear(["cvv"]);
    expect(fake.calls).toContain("clear cvv");
    expect(fields.state().fields.cvv.empty).toBe(true);
    fields.unmount();
    const count = seen.length;
    fake.emit("complete", { field: "cvv", complete: true });
    expect(seen).toHaveLength(count);
    expect(fake.calls.filter((call) => call.startsWith("unmount"))).toHaveLength(3);
  });
});

describe("what was typed last", () => {
  function settling(fields: string[]) {
    const all = mounted();
    const onSettled = vi.fn();
    enterCard(all.fake, fields);
    void all.fields.settle().then(onSettled);
    return { ...all, onSettled };
  }

  it("is waited for until the frames tell it", async () => {
    const { fake, onSettled } = settling(["card-number", "expiry"]);
    await vi.advanceTimersByTimeAsync(10);
    expect(onSettled).not.toHaveBeenCalled();
    enterCard(fake, ["cvv"]);
    await vi.advanceTimersByTimeAsync(0);
    expect(onSettled).toHaveBeenCalledOnce();
  });

  it("is waited for no longer than 400 ms", async () => {
    const { onSettled } = settling(["card-number", "expiry"]);
    await vi.advanceTimersByTimeAsync(399);
    expect(onSettled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(onSettled).toHaveBeenCalledOnce();
  });

  it.each([
    ["all was told", allFields],
    ["nothing was typed", []],
  ])("isn’t waited for where %s", async (_, fields) => {
    const { onSettled } = settling(fields);
    await vi.advanceTimersByTimeAsync(0);
    expect(onSettled).toHaveBeenCalledOnce();
  });
});

describe("a token", () => {
  it("is requested once, however many callers want it at a time", async () => {
    const { fake, fields } = mounted();
    const [first, second] = [fields.tokenize(), fields.tokenize()];
    expect(fake.tokenCalls()).toBe(1);
    fake.answer({ code: "200", token: "gt7-1", last4: "1234" });
    expect(await first).toEqual({ ok: true, token: "gt7-1" });
    expect(await second).toEqual({ ok: true, token: "gt7-1" });
    void fields.tokenize();
    expect(fake.tokenCalls()).toBe(2);
  });

  it.each([
    ["TokenizationValidationFailed", "card-fields-incomplete"],
    ["TokenizationFailed", "card-token-failed"],
    ["TokenizationNoResponse", "card-token-failed"],
  ])("is refused: %s is %s", async (type, reason) => {
    const { fake, fields } = mounted();
    const answer = fields.tokenize();
    fake.answer({ code: 400, error: { field: "token", type } });
    expect(await answer).toEqual({ ok: false, reason });
  });

  it("is never accepted empty", async () => {
    const { fake, fields } = mounted();
    const answer = fields.tokenize();
    fake.answer({ code: 200 });
    expect(await answer).toEqual({ ok: false, reason: "card-token-failed" });
  });

  it("is given up after 15 s, because the library itself would wait forever", async () => {
    const { fields } = mounted();
    const answer = fields.tokenize();
    await vi.advanceTimersByTimeAsync(14_999);
    await vi.advanceTimersByTimeAsync(1);
    expect(await answer).toEqual({ ok: false, reason: "card-token-silent" });
  });
});
