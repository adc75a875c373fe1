import type { ReactNode } from "react";
import type { SocialPreviewContent } from "./social-preview-content";

export const cardSize = { width: 1200, height: 630 };

/** Letters that this font lacks come from the card's other fonts. */
export const cardFamily = "Card";

/** Data URLs, so that rendering the card fetches nothing. Null without a picture. */
export type SocialPreviewImages = { banner: string | null; logo: string | null };

const imageSize = { width: 440, height: 520 };
const logoSize = { width: 84, height: 84 };
const column = { display: "flex", flexDirection: "column" } as const;
const row = { display: "flex", alignItems: "center" } as const;

function fitFontSize(
  { length }: string,
  [minSize, maxSize, widthPerCharacter]: readonly [number, number, number],
): number {
  return Math.max(minSize, Math.min(maxSize, Math.floor(widthPerCharacter / Math.max(1, length))));
}

const sizes = {
  wide: { organization: [34, 34, 0], title: [60, 60, 0], prize: [60, 190, 1900] },
  narrow: { organization: [28, 34, 1000], title: [34, 58, 1500], prize: [36, 150, 1120] },
} as const;

const callStyle = {
  padding: "10px 32px",
  borderRadius: 40,
  fontSize: 32,
  fontWeight: 800,
  flexShrink: 0,
  marginLeft: 24,
};
const markStyle = { padding: "2px 14px", marginRight: 20, flexShrink: 0 };

function Logo({ data }: { data: string }) {
  const frame = { padding: 8, marginRight: 20, borderRadius: 16, background: "#ffffff", flexShrink: 0 };
  // biome-ignore lint/performance/noImgElement: Satori draws this, no browser
  return <img src={data} alt="" {...logoSize} style={{ ...logoSize, ...frame, objectFit: "contain" }} />;
}

function Organization({
  organization,
  mark,
  ground,
  logo,
  fontSize,
}: SocialPreviewContent & { logo: string | null; fontSize: number }) {
  return (
    <div style={{ ...row, fontSize, lineHeight: 1.15 }}>
      {logo ? <Logo data={logo} /> : null}
      {mark ? <span style={{ ...markStyle, background: ground.ink, color: ground.shade }}>{mark}</span> : null}
      <span>{organization}</span>
    </div>
  );
}

function Stub({ closes, when, call, ground }: SocialPreviewContent) {
  const position = { height: 110, padding: "0 64px", background: ground.shade };
  const border = { borderTop: `5px dashed ${ground.ink}99`, fontSize: closes ? 31 : 36, lineHeight: 1.25 };
  const lines: ReactNode = closes ? (
    <div style={column}>
      <span style={{ fontWeight: 800 }}>{closes}</span>
      <span>{when}</span>
    </div>
  ) : (
    <span>{when}</span>
  );
  return (
    <div style={{ ...row, justifyContent: "space-between", ...position, ...border }}>
      {lines}
      {call ? <span style={{ ...callStyle, background: ground.ink, color: ground.shade }}>{call}</span> : null}
    </div>
  );
}

/** Rendered by Satori, which supports only flex boxes and inline styles. */
export function SocialPreview({ content, pictures }: { content: SocialPreviewContent; pictures: SocialPreviewImages }) {
  const { title, label, prize, ground } = content;
  const { banner, logo } = pictures;
  const size = sizes[banner ? "narrow" : "wide"];
  const bold = { display: "flex", fontWeight: 800 };
  return (
    <div style={{ ...column, ...cardSize, background: ground.base, color: ground.ink, fontFamily: cardFamily }}>
      <div style={{ display: "flex", height: imageSize.height }}>
        <div
          style={{ ...column, flexGrow: 1, flexBasis: 0, padding: banner ? "44px 40px 32px 64px" : "52px 64px 36px" }}
        >
          <Organization {...content} logo={logo} fontSize={fitFontSize(content.organization, size.organization)} />
          <div
            style={{
              ...bold,
              fontSize: fitFontSize(title, size.title),
              lineHeight: 1.1,
              marginTop: 18,
              textWrap: "balance",
            }}
          >
            {title}
          </div>
          <div style={{ ...column, flexGrow: 1, justifyContent: "flex-end" }}>
            <div style={{ display: "flex", fontSize: 36 }}>{label}</div>
            <div style={{ ...bold, fontSize: fitFontSize(prize, size.prize), lineHeight: 1.05 }}>{prize}</div>
          </div>
        </div>
        {banner ? (
          // biome-ignore lint/performance/noImgElement: Satori draws this, no browser
          <img src={banner} alt="" {...imageSize} style={{ ...imageSize, objectFit: "cover" }} />
        ) : null}
      </div>
      <Stub {...content} />
    </div>
  );
}
