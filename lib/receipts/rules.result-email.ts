import { poolFactsOf } from "@/lib/orders/rules.pool-facts";
import { formatTicketNumber } from "@/lib/orders/rules.pool-numbers";
import type { EmailContent, EmailLine, EmailPart } from "./rules.email";
import { linkedLine } from "./rules.lines";
import { numbersPart } from "./rules.numbers";
import type { Paper } from "./rules.paper";
import { drawAddress, organizationName, plainText } from "./rules.paper";
import type { DrawnNumber } from "./rules.results";

/** The winning numbers of a pool that an order plays in. */
export type ToldResult = { poolId: string; numbers: readonly DrawnNumber[] };

function isOwn({ order }: Paper, poolId: string, { number }: DrawnNumber): boolean {
  return order.numbers.some((range) => {
    return !range.void && range.poolId === poolId && range.first <= number && number <= range.last;
  });
}

/** The winning numbers under the draw in which they won, each with its prize and whether it is one of this order. */
function winningPart(paper: Paper, results: readonly ToldResult[]): EmailPart {
  const { t, draw, language } = paper;
  const pools = poolFactsOf(draw, language);
  const inOrder = [...pools.keys()].flatMap((poolId) => results.filter((result) => result.poolId === poolId));
  const draws = inOrder.map(({ poolId, numbers }) => ({
    poolId,
    title: plainText(pools.get(poolId)?.title ?? poolId, language),
    when: "",
    notes: [],
    ranges: numbers.map((drawn) => {
      const isOwnNumber = isOwn(paper, poolId, drawn);
      const facts = [t(`draw.prizeTypes.${drawn.prizeType}`), isOwnNumber ? t("receipt.result.yours") : ""];
      return {
        words: formatTicketNumber(drawn.number),
        count: facts.filter(Boolean).join(" · "),
        isVoid: false,
        isOwn: isOwnNumber,
      };
    }),
  }));
  const count = draws.reduce((sum, { ranges }) => sum + ranges.length, 0);
  return { kind: "numbers", title: t("receipt.result.winning", { count }), draws, voidWord: t("order.void") };
}

/** Where the official results are: a mail is none. */
export function officialLine(paper: Paper): EmailLine {
  return linkedLine((page) => paper.t.markup("receipt.result.official", { page }), drawAddress(paper));
}

/** Tells which numbers have won, and whether one of the order did: that is no claim, and names nobody else. */
export function tellResult(
  paper: Paper,
  results: readonly ToldResult[],
  paragraphs: readonly string[],
): Pick<EmailContent, "heading" | "paragraphs" | "parts"> {
  const { t, order, draw, language } = paper;
  const won = results.flatMap(({ poolId, numbers }) =>
    numbers.filter((drawn) => isOwn(paper, poolId, drawn)).map(({ number }) => `${poolId} ${number}`),
  );
  const count = new Set(won).size;
  const organization = organizationName(paper) || plainText(draw.title, language);
  const own = order.numbers.filter((range) => !range.void);
  return {
    heading: count > 0 ? t("receipt.result.match", { count }) : t("receipt.result.noMatch"),
    paragraphs: [...paragraphs, t(count > 0 ? "receipt.result.next" : "receipt.result.none", { organization })],
    parts: [winningPart(paper, results), ...numbersPart(paper, own, t("order.yourNumbers"))],
  };
}
