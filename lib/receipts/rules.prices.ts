import { bundleCount, groupLines } from "@/lib/orders/rules.line-groups";
import { poolFactsOf } from "@/lib/orders/rules.pool-facts";
import type { EmailPart } from "./rules.email";
import { formatMoney } from "./rules.money";
import type { Paper } from "./rules.paper";
import { formatMoment, plainText } from "./rules.paper";

function groupName({ t, draw, language }: Paper, group: ReturnType<typeof groupLines>[number]): string {
  const pools = poolFactsOf(draw, language);
  const lines = group.lines.map(({ poolId, tickets }) =>
    [t("order.tickets", { count: tickets }), plainText(pools.get(poolId)?.title ?? poolId, language)].join(" · "),
  );
  if (!group.bundleId) return lines.join(", ");
  const bundle = draw.bundles.find(({ id }) => id === group.bundleId);
  const title = bundle ? plainText(bundle.title, language) : t("order.bundle");
  const count = bundleCount(draw, group);
  const name = count > 1 ? t("order.bundles", { count, title }) : title;
  return t("receipt.bundle", { name, contents: lines.join(", ") });
}

/** What each line cost and how many tickets it is, and the sum. */
export function pricesPart(paper: Paper): EmailPart {
  const { t, order, language } = paper;
  const rows = groupLines(order.lines).map((group) => ({
    name: groupName(paper, group),
    value: formatMoney(group.amount, language),
  }));
  const total = { name: t("receipt.total"), value: formatMoney(order.amount, language) };
  return { kind: "prices", title: t("receipt.prices"), rows, total };
}

/** Money of the order that went back by now, and when: a receipt that is sent after a refund must not hide it. */
export function refundsPart(paper: Paper): EmailPart[] {
  const { t, order, language } = paper;
  const facts = order.refunds.flatMap(({ doneAt, amount, lines }) => {
    if (!doneAt || lines === 0) return [];
    const reach = t(amount === order.amount ? "order.refunds.whole" : "order.refunds.part");
    const date = t("order.refunds.done.date", { date: formatMoment(paper, doneAt) });
    return [{ name: `${reach} · ${date}`, value: formatMoney(amount, language) }];
  });
  if (facts.length === 0) return [];
  return [{ kind: "facts", title: t("order.refunds.heading", { count: facts.length }), facts, areAmounts: true }];
}
