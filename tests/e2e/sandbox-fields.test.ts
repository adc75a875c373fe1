import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright/test";
import { expect } from "playwright/test";
import type { RunningSandbox } from "@/sandbox/start-sandbox";
import { startSandbox } from "@/sandbox/start-sandbox";
import type { FieldDriver } from "@/sandbox/test-field-driver";
import { driveFields } from "@/sandbox/test-field-driver";
import type { ShopWindow } from "@/sandbox/test-shop";
import { startShop } from "@/sandbox/test-shop";
import { browserTest, forFile } from "@/tests/support/browser/browser-test";
import { fullRunOnly } from "@/tests/support/runner/tier";

type Place = { sandbox: RunningSandbox; shop: Server };
type OpenShop = { page: Page; fields: FieldDriver };

const test = browserTest.extend<
  { openShop: (allow?: RegExp[], other?: Server) => Promise<OpenShop> },
  { place: Place }
>({
  place: forFile(async (use) => {
    const sandbox = await startSandbox();
    const shop = await startShop(sandbox.port);
    await use({ sandbox, shop });
    shop.closeAllConnections();
    shop.close();
    await sandbox.close();
  }),
  openShop: async ({ pages, place: { sandbox, shop } }, use) => {
    await control(sandbox, "reset", {});
    await use(async (allow = [], other = shop) => {
      const page = await pages.newPage({ allow });
      await page.goto(`http://localhost:${(other.address() as AddressInfo).port}/`);
      return { page, fields: driveFields(page) };
    });
  },
});

async function control(sandbox: RunningSandbox, path: string, body: object): Promise<void> {
  const response = await fetch(`${sandbox.url}/sandbox/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(200);
}

test("a card is entered, formatted and tokenized, and the token pays", async ({ place, openShop }) => {
  const { fields } = await openShop();
  await fields.typeCard();
  expect(await fields.input("card-number").inputValue()).toBe("4030 0000 1000 1234");
  expect(await fields.input("expiry").inputValue()).toBe("12 / 30");
  await expect.poll(() => fields.events("brand")).toEqual([{ field: "card-number", brand: "visa" }]);
  await expect.poll(() => fields.events("empty")).toContainEqual({ field: "cvv", empty: false });
  await expect.poll(() => fields.events("complete")).toContainEqual({ field: "card-number", complete: true });
  await fields.createToken();
  const [result] = await fields.results(1);
  expect(result).toMatchObject({ code: "200", last4: "1234", expiryMonth: "12", expiryYear: "30" });
  expect(result?.token).toMatch(/^[a-z0-9]+-[0-9a-f]{8}-[0-9a-f-]{27}$/);
  const paid = await fetch(`${place.sandbox.url}/v1/payments`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      authorization: `Passcode ${btoa("300200578:sandbox-payments-passcode")}`,
    },
    body: JSON.stringify({
      amount: 5,
      order_number: "FIELDS1",
      payment_method: "token",
      token: { code: result?.token, name: "Camille Roy", complete: true },
    }),
  });
  expect(await paid.json()).toMatchObject({ approved: "1", card: { last_four: "1234", cvd_result: "1" } });
});

test(
  "accessible names, autofill hints and styles are in the frames; the wrapper carries the classes",
  fullRunOnly,
  async ({ openShop }) => {
    const { page, fields } = await openShop();
    const input = fields.input("card-number");
    await expect.poll(() => input.getAttribute("aria-label")).toBe("Card number");
    expect(await input.getAttribute("autocomplete")).toBe("cc-number");
    expect(await fields.input("expiry").getAttribute("autocomplete")).toBe("cc-exp");
    expect(await fields.input("cvv").getAttribute("autocomplete")).toBe("cc-csc");
    expect(await input.getAttribute("inputmode")).toBe("numeric");
    const colour = () => input.evaluate((element) => getComputedStyle(element).color);
    await expect.poll(colour).toBe("rgb(10, 20, 30)");
    expect(
      await page
        .frameLocator("#card-number iframe")
        .locator("body")
        .evaluate((body) => getComputedStyle(body).backgroundColor),
    ).toBe("rgba(0, 0, 0, 0)");
    expect((await page.locator("#card-number iframe").boundingBox())?.height).toBeGreaterThan(30);
    const classes = async () => (await page.locator("#card-number").getAttribute("class"))?.split(" ").sort().join(" ");
    await expect.poll(classes).toBe("bambora-checkoutfield bambora-checkoutfield-empty");
    await fields.type("card-number", "4030000010001235");
    await expect.poll(classes).toBe("bambora-checkoutfield bambora-checkoutfield-error bambora-checkoutfield-focus");
    await expect.poll(() => input.getAttribute("aria-invalid")).toBe("true");
    await expect.poll(colour).toBe("rgb(200, 0, 0)");
    await page.keyboard.press("Backspace");
    await expect.poll(() => input.getAttribute("aria-invalid")).toBe("false");
    await expect.poll(colour).toBe("rgb(1, 2, 3)");
    await page.keyboard.type("4");
    await expect.poll(classes).toBe("bambora-checkoutfield bambora-checkoutfield-complete bambora-checkoutfield-focus");
    await fields.type("cvv", "123");
    await expect.poll(() => page.locator("#cvv").getAttribute("class")).toContain("good");
  },
);

test("a corrected field reports complete false, and an emptied one empty true", async ({ openShop }) => {
  const { page, fields } = await openShop();
  await fields.type("card-number", "4030000010001234");
  await page.keyboard.press("Backspace");
  await expect
    .poll(() => fields.events("complete"))
    .toEqual([
      { field: "card-number", complete: true },
      { field: "card-number", complete: false },
    ]);
  await page.evaluate(() => (window as unknown as ShopWindow).shop.fields["card-number"].clear());
  await expect
    .poll(() => fields.events("empty"))
    .toEqual([
      { field: "card-number", empty: false },
      { field: "card-number", empty: true },
    ]);
});

test(
  "incomplete fields emit error events and fail validation, and no call is made",
  fullRunOnly,
  async ({ openShop }) => {
    const { page, fields } = await openShop();
    await fields.type("expiry", "0120");
    await expect.poll(() => fields.events("error")).toMatchObject([{ field: "expiry", type: "ExpiryIsInThePast" }]);
    let calls = 0;
    page.on("request", (request) => {
      if (request.url().includes("/tokenization/")) calls += 1;
    });
    await fields.createToken();
    const [result] = await fields.results(1);
    expect(result).toMatchObject({ code: null, error: { field: "token", type: "TokenizationValidationFailed" } });
    expect((await fields.events("error")).map(({ type: errorType }) => errorType).sort()).toEqual([
      "CardNumberInvalid",
      "CvvNotSet",
      "ExpiryIsInThePast",
      "ExpiryIsInThePast",
    ]);
    expect(calls).toBe(0);
  },
);

test("two concurrent calls of createToken: only the second caller gets a result, once", async ({ openShop }) => {
  const { page, fields } = await openShop();
  await fields.typeCard();
  await fields.createToken(2);
  await fields.results(1);
  await page.waitForTimeout(500);
  expect((await fields.results(1)).map(({ number }) => number)).toEqual([2]);
});

test(
  "reports a failing or unreachable token service, and waits for a slow one",
  fullRunOnly,
  async ({ place, openShop }) => {
    const { page, fields } = await openShop([/Failed to load resource/]);
    await fields.typeCard();
    await control(place.sandbox, "faults", { at: "tokens", kind: "status", status: 500 });
    await fields.createToken();
    expect((await fields.results(1))[0]).toMatchObject({
      code: "500",
      error: { field: "token", type: "TokenizationFailed" },
    });
    // Chromium repeats a request when its kept-alive connection is cut.
    await control(place.sandbox, "faults", { at: "tokens", kind: "drop", times: 2 });
    await fields.createToken();
    expect((await fields.results(2))[1]).toMatchObject({ code: null, error: { type: "TokenizationNoResponse" } });
    await control(place.sandbox, "faults", { at: "tokens", kind: "hang" });
    await fields.createToken();
    await page.waitForTimeout(1_000);
    expect(await fields.results(2)).toHaveLength(2);
  },
);

test("unmount removes the frame and the classes; the security code is optional", fullRunOnly, async ({ openShop }) => {
  const { page, fields } = await openShop();
  await page.evaluate(() => (window as unknown as ShopWindow).shop.fields.cvv.unmount());
  expect(await page.locator("#cvv").innerHTML()).toBe("");
  expect(await page.locator("#cvv").getAttribute("class")).toBe("");
  await fields.type("card-number", "371100001000131");
  expect(await fields.input("card-number").inputValue()).toBe("3711 000010 00131");
  await fields.type("expiry", "330");
  expect(await fields.input("expiry").inputValue()).toBe("03 / 30");
  await fields.createToken();
  expect((await fields.results(1))[0]).toMatchObject({ code: "200", last4: "0131", expiryMonth: "03" });
});

test("an Amex number asks for four digits of the security code", fullRunOnly, async ({ openShop }) => {
  const { fields } = await openShop();
  await fields.type("cvv", "123");
  await expect.poll(() => fields.events("complete")).toEqual([{ field: "cvv", complete: true }]);
  await fields.type("card-number", "3711");
  await expect.poll(() => fields.events("complete")).toContainEqual({ field: "cvv", complete: false });
  await fields.type("cvv", "4");
  await expect.poll(async () => (await fields.events("complete")).at(-1)).toEqual({ field: "cvv", complete: true });
});

test("the background of a dark page shows through the fields", fullRunOnly, async ({ openShop }) => {
  const { page } = await openShop();
  await page.evaluate(() => {
    document.documentElement.style.colorScheme = "dark";
    document.body.style.background = "rgb(12, 34, 56)";
  });
  const picture = (await page.locator("#card-number").screenshot()).toString("base64");
  const pixel = await page.evaluate(async (data) => {
    const image = new Image();
    image.src = `data:image/png;base64,${data}`;
    await image.decode();
    const canvas = document.createElement("canvas");
    const context = canvas.getContext("2d");
    context?.drawImage(image, -image.width + 5, -5);
    return [...(context?.getImageData(0, 0, 1, 1).data ?? [])];
  }, picture);
  expect(pixel).toEqual([12, 34, 56, 255]);
});

test("the card number never reaches the shop's page", async ({ openShop }) => {
  const { page, fields } = await openShop();
  await page.evaluate(() => {
    const heard: string[] = [];
    window.addEventListener("message", (event) => heard.push(String(event.data)));
    Object.assign(window, { heard });
  });
  await fields.typeCard();
  await fields.createToken();
  await fields.results(1);
  const heard = await page.evaluate(() => (window as unknown as { heard: string[] }).heard.join("\n"));
  expect(heard).toContain("tokenResponse");
  // Eight digits, because a random token may contain any four.
  expect(heard.replaceAll(" ", "")).not.toMatch(/40300000|00001000|10001234/);
});

test("a page of another origin can't frame the fields once an origin is set", async ({ openShop }) => {
  const strict = await startSandbox({ allowedOrigin: "http://shop.example" });
  const otherShop = await startShop(strict.port);
  const { page } = await openShop([/frame-ancestors/], otherShop);
  const isBlocked = () => page.frames().some((frame) => frame.url().startsWith("chrome-error:"));
  await expect.poll(isBlocked).toBe(true);
  expect(await page.locator("iframe").count()).toBe(3);
  otherShop.closeAllConnections();
  otherShop.close();
  await strict.close();
});
