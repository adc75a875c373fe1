import { asDevice } from "@/app/api/terminal/as-device";
import { answerOrder } from "@/app/api/terminal/orders/answer-order";
import { handleWrite } from "@/lib/http/handle-call";
import { parseInput, readJson } from "@/lib/http/read-json";
import { refuseMethodsBut } from "@/lib/http/refuse-methods";
import { toCents } from "@/lib/money";
import { takeCash } from "@/lib/orders/take-cash";
import { cashSchema } from "@/lib/terminal/schema.orders";

type Props = { params: Promise<{ instanceId: string; orderId: string }> };

export async function POST(request: Request, { params }: Props): Promise<Response> {
  const key = await params;
  return handleWrite(
    request,
    asDevice(async ({ ctx }) => {
      const json = await readJson(request);
      if (!json.ok) return json;
      const input = parseInput(cashSchema, json.value);
      if (!input.ok) return input;
      const { given } = input.value;
      return answerOrder(ctx, key, await takeCash(ctx, key, { givenCents: given && toCents(given) }));
    }),
  );
}

export const { DELETE, GET, OPTIONS, PATCH, PUT } = refuseMethodsBut("POST");
