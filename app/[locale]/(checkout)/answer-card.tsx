import "server-only";

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { ImageResponse } from "next/og";
import { cardFamily, cardSize, ShareCard } from "@/components/draws/share-card";
import type { ShareFacts } from "@/components/draws/share-facts";
import { shareFactsOf } from "@/components/draws/share-facts";
import { viewDraw } from "@/lib/activity/view-draw";
import { refuse } from "@/lib/platform/http/reasons";
import { isLanguage } from "@/lib/platform/i18n/routing";
import { translatorOf } from "@/lib/platform/i18n/translator";
import { doOnce } from "@/lib/platform/server/do-once";
import { createPictures } from "@/lib/platform/server/pictures";
import { handleRead } from "@/lib/wiring/handle-call";

const weights = [500, 800] as const;
const fontFolder = join(process.cwd(), "node_modules/@fontsource/bricolage-grotesque/files");

const pictureOf = createPictures();

const readFonts = doOnce(() =>
  Promise.all(
    weights.map(async (weight) => {
      const data = await readFile(join(fontFolder, `bricolage-grotesque-latin-${weight}-normal.woff`));
      return { name: cardFamily, data, weight, style: "normal" as const };
    }),
  ),
);

async function drawCard(facts: ShareFacts): Promise<Uint8Array<ArrayBuffer>> {
  const answer = new ImageResponse(<ShareCard {...facts} />, { ...cardSize, fonts: await readFonts() });
  return new Uint8Array(await answer.arrayBuffer());
}

/**
 * Answers with the picture that shared links of a draw show (docs/decisions/051). Refusals: `draw-not-found`,
 * `not-found` for another language, `service-unavailable` while none can be drawn.
 */
export function answerCard(request: Request, { locale, id }: { locale: string; id: string }): Promise<Response> {
  return handleRead(request, async ({ ctx }) => {
    if (!isLanguage(locale)) return refuse("not-found");
    const viewed = await viewDraw(ctx, id);
    if (!viewed.ok) return viewed;
    const facts = shareFactsOf({ draw: viewed.draw, live: viewed.live, locale, t: translatorOf(locale) });
    const name = `${viewed.draw.id} ${locale}`;
    const picture = await pictureOf({ name, identity: JSON.stringify(facts), draw: () => drawCard(facts) });
    return picture ? { ok: true, file: { content: picture, type: "image/png" } } : refuse("service-unavailable");
  });
}
