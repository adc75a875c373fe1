import type { NumberRangeView } from "@/lib/orders/rules";
import { poolFactsOf } from "@/lib/orders/rules.pool-facts";
import { formatTicketNumber, groupByPool } from "@/lib/orders/rules.pool-numbers";
import type { EmailPart } from "./rules.email";
import type { Paper } from "./rules.paper";
import { plainText } from "./rules.paper";

/** Ranges under the draw they play in, each with its date and its own licence. */
export function numbersPart(paper: Paper, numbers: NumberRangeView[], title = ""): EmailPart[] {
  const { t, draw, language } = paper;
  if (numbers.length === 0) return [];
  const draws = groupByPool(numbers, poolFactsOf(draw, language)).map(
    ({ poolId, title: drawTitle, drawn, licence, ranges }) => ({
      poolId,
      title: plainText(drawTitle, language),
      when: drawn ? t("order.poolDrawn", { date: drawn }) : "",
      notes: licence ? [t("order.poolLicence", { number: licence })] : [],
      ranges: ranges.map(({ first, last, void: isVoid }) => ({
        words: [...new Set([first, last])].map(formatTicketNumber).join("\u00a0–\u00a0"),
        count: t("order.numbersInRange", { count: last - first + 1 }),
        isVoid,
      })),
    }),
  );
  return [{ kind: "numbers", title, draws, voidWord: t("order.void") }];
}
