import type { CSSProperties } from "react";
import type { PublicDraw } from "@/lib/draws/rules.projection";

type BannerProps = {
  image: NonNullable<PublicDraw["bannerImage"]>;
  pauseLabel: string;
};

/** Which part of a picture's time it takes to follow the one before. */
const fade = 0.15;

function Picture({ url, first }: { url: string; first: boolean }) {
  return (
    // biome-ignore lint/performance/noImgElement: pictures are served as they are, and this needs no script
    <img src={url} alt="" {...(first ? { fetchPriority: "high" } : { loading: "lazy" })} className="picture" />
  );
}

/** When one of `count` pictures is seen, as the timing of one animation that fades a picture out: 0 shows it. */
function timingOf(count: number): string {
  const percent = (part: number) => `${((100 * part) / count).toFixed(3)}%`;
  return `linear(0 0%, 0 ${percent(1 - fade)}, 1 ${percent(1)}, 1 ${percent(count - fade)}, 0 100%)`;
}

function slidesStyle(count: number, speedMs: number) {
  return { "--slides-time": `${count * speedMs}ms`, "--slides-timing": timingOf(count) } as CSSProperties;
}

function Carousel({ urls, speedMs, pauseLabel }: { urls: string[]; speedMs: number; pauseLabel: string }) {
  return (
    <div className="carousel">
      <div className="slides" style={slidesStyle(urls.length, speedMs)}>
        {urls.map((url, at) => (
          <div key={url} className="slide" style={{ animationDelay: `${(at - urls.length) * speedMs}ms` }}>
            <Picture url={url} first={at === 0} />
          </div>
        ))}
      </div>
      <label className="pause">
        <input type="checkbox" />
        {pauseLabel}
      </label>
    </div>
  );
}

/** The draw's picture, or its pictures in turn: by style sheet alone, with a switch to stop them (WCAG 2.2.2). */
export function Banner({ image, pauseLabel }: BannerProps) {
  const urls = [...new Set(image.carousel_urls)];
  return (
    <div
      className="relative h-32 overflow-hidden rounded-card bg-sunken sm:h-56 lg:h-72 print:hidden"
      style={{ backgroundColor: image.dominantColor }}
    >
      {urls.length > 1 ? (
        <Carousel urls={urls} speedMs={image.carousel_speed} pauseLabel={pauseLabel} />
      ) : (
        <Picture url={urls[0] ?? image.url} first />
      )}
    </div>
  );
}
