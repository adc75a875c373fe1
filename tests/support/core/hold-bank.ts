import type { TestContext } from "./test-context";

/** A bank that thinks about a payment until it may answer; `asked` is over once it was asked. */
export function holdBank({ gateway }: TestContext): { asked: Promise<void>; answer: () => void } {
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const { answer: approves } = gateway;
  const asked = new Promise<void>((resolve) => {
    gateway.answer = async (request) => {
      resolve();
      await answered;
      return approves(request);
    };
  });
  return { asked, answer };
}
