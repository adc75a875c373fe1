import "server-only";

import type { Context } from "@/lib/context";
import { findPictures } from "@/lib/draws/find-pictures";
import type { PublicDraw } from "@/lib/draws/rules.projection";
import type { MailLogo } from "@/lib/gateways/mail/gateway";
import { drawSmall } from "@/lib/platform/server/draw-small";
import { endAfter } from "@/lib/platform/server/end-after";
import { logoId, logoSize } from "./rules.html-head";

/** A mail does not wait longer for its logo, in ms: without one it is a receipt too. */
const patienceMs = 2000;

/** Twice as many dots as are shown, for screens that have them. */
const dots = logoSize * 2;

/** Finds the logo of a draw's charity as a mail carries it; null where it has none, or none that can be had now. */
export async function findMailLogo(
  ctx: Pick<Context, "pictures">,
  draw: Pick<PublicDraw, "charity">,
): Promise<MailLogo | null> {
  if (!draw.charity?.logo) return null;
  const found = findPictures(ctx, { charity: draw.charity, bannerImage: undefined }).then(({ logo }) =>
    logo ? drawSmall(logo, dots) : null,
  );
  const bytes = await endAfter(found, patienceMs).catch(() => null);
  return bytes && { id: logoId, type: "image/png", bytes };
}
