import { picturesOf } from "@/components/draws/banner";
import type { PublicDraw } from "@/lib/draws/rules.projection";

/** Whether a picture is of our own host: a page with a secret address loads nothing from another one. */
export function isOwnPicture(url: string, checkoutHost: string): boolean {
  return new URL(url, checkoutHost).origin === new URL(checkoutHost).origin;
}

type OrderPictureProps = { draw: Pick<PublicDraw, "bannerImage">; checkoutHost: string };

/**
 * The picture of the draw's ticket on top of a paid order, which is that ticket; it comes after what is read. It is
 * lower than there, so that the numbers are seen without a step.
 */
export function OrderPicture({ draw: { bannerImage: image }, checkoutHost }: OrderPictureProps) {
  const url = image && picturesOf(image).find((one) => isOwnPicture(one, checkoutHost));
  if (!url) return null;
  return (
    <div className="banner sm:h-48" style={{ backgroundColor: image.dominantColor }}>
      {/* biome-ignore lint/performance/noImgElement: pictures are served as they are, and this needs no script */}
      <img src={url} alt="" fetchPriority="low" decoding="async" className="picture" />
    </div>
  );
}
