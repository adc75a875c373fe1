import type { TestContext } from "./test-context";

/** The bank answers only when `answer` is called; `asked` resolves when it is charged. */
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
