import { getTranslations } from "next-intl/server";
import type { PublicDraw } from "@/lib/draws/rules.projection";
import type { Language } from "@/lib/platform/i18n/routing";
import { DrawParagraphs, DrawText } from "./draw-text";

type Pool = Pick<PublicDraw, "id" | "title" | "redrawTerms" | "claimTerms">;

type ClaimTermsProps = { draw: PublicDraw; locale: Language };

/** How prizes are claimed and drawn again, of the draw and of each second draw that has terms. */
export function ClaimTerms({ draw, locale }: ClaimTermsProps) {
  const pools = [draw, ...draw.secondDraws].filter(({ redrawTerms, claimTerms }) => redrawTerms || claimTerms);
  return pools.map((pool) => (
    <div key={pool.id} className="mt-4 grid gap-3 text-muted">
      {pool.id === draw.id ? null : (
        <p className="font-semibold text-ink">
          <DrawText text={pool.title} locale={locale} />
        </p>
      )}
      <Claim pool={pool} locale={locale} />
      <Redraw pool={pool} locale={locale} />
    </div>
  ));
}

type PoolProps = { pool: Pool; locale: Language };

async function Claim({ pool: { claimTerms }, locale }: PoolProps) {
  if (!claimTerms) return null;
  const t = await getTranslations("draw.terms");
  return (
    <>
      <h3 className="text-ink text-lg">{t("claim")}</h3>
      {claimTerms.days ? <p>{t("claimDays", { days: claimTerms.days })}</p> : null}
      {claimTerms.text ? <DrawParagraphs text={claimTerms.text} locale={locale} /> : null}
    </>
  );
}

async function Redraw({ pool: { redrawTerms }, locale }: PoolProps) {
  if (!redrawTerms) return null;
  const t = await getTranslations("draw.terms");
  return (
    <>
      <h3 className="text-ink text-lg">{t("redraw")}</h3>
      <DrawParagraphs text={redrawTerms} locale={locale} />
    </>
  );
}
