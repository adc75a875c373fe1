import type { CSSProperties } from "react";
import type { PublicDraw } from "@/lib/draws/rules.projection";

type BannerImage = NonNullable<PublicDraw["bannerImage"]>;

const fade = 0.12;

const eagerLoading = { fetchPriority: "high" } as const;
const lazyLoading = { loading: "lazy", fetchPriority: "low" } as const;

function Picture({ url, first }: { url: string; first: boolean }) {
  return (
    // biome-ignore lint/performance/noImgElement: pictures are served as they are, and this needs no script
    <img src={url} alt="" {...(first ? eagerLoading : lazyLoading)} className="picture" />
  );
}

/** The CSS timing of one of `count` pictures, where 0 shows it. It fades before the next one appears. */
export function getSlideTiming(count: number): string {
  const percent = (part: number) => `${((100 * part) / count).toFixed(3)}%`;
  const fadeOut = `1 ${percent(1 - fade / 2)}, 1 ${percent(count - fade / 2)}`;
  return `linear(0 0%, 0 ${percent(1 - fade)}, ${fadeOut}, 0 100%)`;
}

function getSlidesStyle(count: number, speedMs: number) {
  return { "--slides-time": `${count * speedMs}ms`, "--slides-timing": getSlideTiming(count) } as CSSProperties;
}

export function listImages({ url, carousel_urls }: BannerImage): string[] {
  return [...new Set([url, ...carousel_urls])];
}

export function StillImage({ image, className }: { image: PublicDraw["bannerImage"]; className: string }) {
  const [url] = image ? listImages(image) : [];
  if (!url) return null;
  // biome-ignore lint/performance/noImgElement: pictures are served as they are, and this needs no script
  return <img src={url} alt="" loading="lazy" className={className} />;
}

export function Banner({ image }: { image: BannerImage }) {
  const urls = listImages(image);
  const { carousel_speed: speedMs } = image;
  const background = { backgroundColor: image.dominantColor };
  return (
    <div className="banner">
      {urls.length > 1 ? (
        <div className="slides" style={{ ...background, ...getSlidesStyle(urls.length, speedMs) }}>
          {urls.map((url, index) => (
            <div
              key={url}
              className="slide"
              data-last={index === urls.length - 1 || undefined}
              style={{ animationDelay: `${(index - urls.length) * speedMs}ms` }}
            >
              <Picture url={url} first={index === 0} />
            </div>
          ))}
        </div>
      ) : (
        <div className="slides" style={background}>
          {urls.map((url) => (
            <Picture key={url} url={url} first />
          ))}
        </div>
      )}
    </div>
  );
}
