import "server-only";

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { ImageResponse } from "next/og";
import type { SocialPreviewImages } from "@/components/share/social-preview";
import { cardFamily, cardSize, SocialPreview } from "@/components/share/social-preview";
import type { SocialPreviewContent } from "@/components/share/social-preview-content";
import { createShareCardContent } from "@/components/share/social-preview-content";
import { viewDraw } from "@/lib/activity/view-draw";
import type { DrawImages } from "@/lib/draws/pages/find-images";
import { findImages } from "@/lib/draws/pages/find-images";
import { refuse } from "@/lib/platform/http/reasons";
import { isLanguage } from "@/lib/platform/i18n/routing";
import { findTranslator } from "@/lib/platform/i18n/translator";
import { createImageCache } from "@/lib/platform/server/image-cache";
import { memoizeAsync } from "@/lib/platform/server/memoize-async";
import { handleRead } from "@/lib/wiring/handle-call";

const weights = [500, 800] as const;
const fontFolder = join(process.cwd(), "node_modules/@fontsource");

/** The card's font, then fallbacks for letters that it lacks. */
const families = [
  { name: cardFamily, files: "bricolage-grotesque/files/bricolage-grotesque-latin" },
  { name: `${cardFamily} Latin`, files: "bricolage-grotesque/files/bricolage-grotesque-latin-ext" },
  {
    name: `${cardFamily} syllabics`,
    files: "noto-sans-canadian-aboriginal/files/noto-sans-canadian-aboriginal-canadian-aboriginal",
  },
] as const;

const getPicture = createImageCache();

const readFonts = memoizeAsync(() =>
  Promise.all(
    families.flatMap(({ name, files }) =>
      weights.map(async (weight) => {
        const data = await readFile(join(fontFolder, `${files}-${weight}-normal.woff`));
        return { name, data, weight, style: "normal" as const };
      }),
    ),
  ),
);

const noPictures: SocialPreviewImages = { banner: null, logo: null };

/** The preview picture of links to a draw (docs/decisions/051). */
export function respondShareCard(request: Request, { locale, id }: { locale: string; id: string }): Promise<Response> {
  return handleRead(request, async ({ ctx }) => {
    if (!isLanguage(locale)) return refuse("not-found");
    const result = await viewDraw(ctx, id);
    if (!result.ok) return result;
    const content = createShareCardContent({ draw: result.draw, live: result.live, locale, t: findTranslator(locale) });
    const pictures = await findImages(ctx, result.draw);
    const name = `${result.draw.id} ${locale}`;
    const identity = toIdentity(content, pictures);
    const picture = await getPicture({ name, identity, draw: () => drawWithPictures(content, pictures) });
    return picture ? { ok: true, file: { content: picture, type: "image/png" } } : refuse("service-unavailable");
  });
}

async function drawCard(
  content: SocialPreviewContent,
  pictures: SocialPreviewImages,
): Promise<Uint8Array<ArrayBuffer>> {
  const card = <SocialPreview content={content} pictures={pictures} />;
  const answer = new ImageResponse(card, { ...cardSize, fonts: await readFonts() });
  return new Uint8Array(await answer.arrayBuffer());
}

async function drawWithPictures(
  content: SocialPreviewContent,
  { banner, logo }: DrawImages,
): Promise<Uint8Array<ArrayBuffer>> {
  const pictures = { banner: banner?.data ?? null, logo: logo?.data ?? null };
  if (!banner && !logo) return drawCard(content, noPictures);
  return drawCard(content, pictures).catch(() => drawCard(content, noPictures));
}

function toIdentity(content: SocialPreviewContent, { banner, logo }: DrawImages): string {
  return JSON.stringify([content, ...[banner, logo].map((one) => one && [one.url, one.data.length])]);
}
