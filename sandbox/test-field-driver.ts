import type { FrameLocator, Page } from "playwright";
import type { FieldName, ShopWindow, TokenResult } from "./test-shop";

const titles: Record<FieldName, string> = {
  "card-number": "Card number",
  cvv: "Card security code",
  expiry: "Card expiration date",
};

export type NumberedResult = TokenResult & { number: number };

export type FieldDriver = {
  input: (name: FieldName) => ReturnType<FrameLocator["locator"]>;
  type: (name: FieldName, text: string) => Promise<void>;
  typeCard: () => Promise<void>;
  events: (name: string) => Promise<Record<string, unknown>[]>;
  createToken: (times?: number) => Promise<void>;
  results: (count: number) => Promise<NumberedResult[]>;
};

export function driveFields(page: Page): FieldDriver {
  const input: FieldDriver["input"] = (name) => page.frameLocator(`iframe[title="${titles[name]}"]`).locator("input");
  const type: FieldDriver["type"] = async (name, text) => {
    await input(name).click();
    await input(name).pressSequentially(text);
  };
  return {
    input,
    type,
    async typeCard() {
      await type("card-number", "4030000010001234");
      await type("expiry", "1230");
      await type("cvv", "123");
      await page.getByRole("button", { name: "Other" }).click();
    },
    events: (name) =>
      page.evaluate(
        (wanted) =>
          (window as unknown as ShopWindow).shop.events.flatMap((event) => (event.name === wanted ? [event.data] : [])),
        name,
      ),
    async createToken(times = 1) {
      await page.evaluate((count) => {
        for (let index = 0; index < count; index += 1) (window as unknown as ShopWindow).shop.createToken();
      }, times);
    },
    async results(count) {
      await page.waitForFunction((wanted) => (window as unknown as ShopWindow).shop.results.length >= wanted, count);
      return page.evaluate(() => (window as unknown as ShopWindow).shop.results as NumberedResult[]);
    },
  };
}
