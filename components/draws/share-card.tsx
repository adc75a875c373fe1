import type { ShareFacts } from "./share-facts";

/** Width and height of a card in pixels, as social networks show it. */
export const cardSize = { width: 1200, height: 630 };

/** The family that the card is written in. */
export const cardFamily = "Card";

/** As large as its place allows: a long prize takes a smaller size, and a second line. */
function prizeSize({ length }: string): number {
  return Math.max(60, Math.min(190, Math.floor(1900 / Math.max(1, length))));
}

/** The card of a draw that shared links show. Drawn by Satori, which knows flex boxes and inline styles alone. */
export function ShareCard({ organization, title, label, prize, when, call, mark, ground }: ShareFacts) {
  const column = { display: "flex", flexDirection: "column" } as const;
  return (
    <div style={{ ...column, ...cardSize, background: ground.base, color: ground.ink, fontFamily: cardFamily }}>
      <div style={{ ...column, flexGrow: 1, padding: "52px 64px 36px" }}>
        <div style={{ display: "flex", alignItems: "center", fontSize: 34 }}>
          {mark ? (
            <span style={{ background: ground.ink, color: ground.shade, padding: "2px 14px", marginRight: 20 }}>
              {mark}
            </span>
          ) : null}
          <span>{organization}</span>
        </div>
        <div style={{ display: "flex", fontSize: 60, fontWeight: 800, lineHeight: 1.1, marginTop: 8 }}>{title}</div>
        <div style={{ ...column, flexGrow: 1, justifyContent: "flex-end" }}>
          <div style={{ display: "flex", fontSize: 36 }}>{label}</div>
          <div style={{ display: "flex", fontSize: prizeSize(prize), fontWeight: 800, lineHeight: 1.05 }}>{prize}</div>
        </div>
      </div>
      <div
        style={{
          display: "flex",
          justifyContent: "space-between",
          alignItems: "center",
          height: 110,
          padding: "0 64px",
          background: ground.shade,
          borderTop: `5px dashed ${ground.ink}99`,
          fontSize: 36,
        }}
      >
        <span>{when}</span>
        <span style={{ fontWeight: 800 }}>{call}</span>
      </div>
    </div>
  );
}
