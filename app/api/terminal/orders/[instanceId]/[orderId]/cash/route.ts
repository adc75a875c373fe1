import { answerOrder } from "@/app/api/terminal/orders/answer-order";
import { parseInput, readJson } from "@/lib/http/read-json";
import { refuseMethodsBut } from "@/lib/http/refuse-methods";
import { toCents } from "@/lib/money";
import { takeCash } from "@/lib/orders/take-cash";
import { cashSchema } from "@/lib/terminal/schema.orders";

export const POST = answerOrder(async (ctx, key, request) => {
  const json = await readJson(request);
  if (!json.ok) return json;
  const input = parseInput(cashSchema, json.value);
  if (!input.ok) return input;
  const { given } = input.value;
  return takeCash(ctx, key, { givenCents: given && toCents(given) });
});

export const { DELETE, GET, OPTIONS, PATCH, PUT } = refuseMethodsBut("POST");
