import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";

import { Icon } from "@/components/ui/icon";
import type { IconName } from "@/components/ui/icon-names";
import type { PublicDraw } from "@/lib/draws/rules.projection";
import { localText } from "@/lib/local-text";
import type { OrderView } from "@/lib/orders/rules";
import { areNumbersNamed } from "@/lib/orders/rules.pools";
import type { Language } from "@/lib/platform/i18n/routing";
import { localizedPath } from "@/lib/platform/i18n/routing";

type GoodToKnowProps = { order: OrderView; draw: PublicDraw | null; locale: Language; checkoutHost: string };

function Row({ icon, isOnPaper = true, children }: { icon: IconName; isOnPaper?: boolean; children: ReactNode }) {
  return (
    <li className={isOnPaper ? "flex gap-3" : "flex gap-3 print:hidden"}>
      <Icon name={icon} className="mt-0.5 size-5 text-muted print:hidden" />
      <p className="min-w-0 text-pretty">{children}</p>
    </li>
  );
}

/** Paper shows the address itself, unless the words are the address. */
function linkTo(href: string, isWritten = true) {
  const link = "font-semibold underline underline-offset-4 print:font-normal print:no-underline";
  return (words: ReactNode) => (
    <a href={href} className={href.startsWith("mailto:") ? `${link} address` : link}>
      {words}
      {isWritten ? <span className="hidden print:inline">{` (${href})`}</span> : null}
    </a>
  );
}

export async function GoodToKnow({ order, draw, locale, checkoutHost }: GoodToKnowProps) {
  const t = await getTranslations("order");
  const isPaid = order.status === "finalized";
  const page = draw ? checkoutHost + localizedPath(locale, `/${draw.id}`) : null;
  const email = draw?.supportEmail;
  const title = draw ? localText(draw.title, locale).text : "";
  const posted = (href: string) =>
    areNumbersNamed(order)
      ? t.rich("play.postedAll", { title, page: linkTo(href) })
      : t.rich("play.posted", { page: linkTo(href) });
  if (!isPaid && !email) return null;
  return (
    <section aria-labelledby={isPaid ? "good-to-know" : undefined} className="grid gap-3">
      {isPaid ? (
        <h2 id="good-to-know" className="text-xl print:hidden">
          {t("goodToKnow")}
        </h2>
      ) : null}
      <ul className="grid gap-x-10 gap-y-3 text-sm print:block print:text-xs">
        {isPaid && page ? <Row icon="trophy">{posted(page)}</Row> : null}
        {isPaid ? (
          <Row icon="bookmark" isOnPaper={false}>
            {t("keepPage")}
          </Row>
        ) : null}
        {email ? (
          <Row icon="mail">
            {t.rich("questions", { email, code: order.orderCode, link: linkTo(`mailto:${email}`, false) })}
          </Row>
        ) : null}
        {isPaid && page ? <Row icon="document">{t.rich("play.rules", { page: linkTo(`${page}#rules`) })}</Row> : null}
      </ul>
    </section>
  );
}
