/** A set's prefix or an icon's name, as Iconify has them. */
export const iconWord = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

const elements = new Set("path g circle ellipse line polyline polygon rect".split(" "));

const attributes = new Set(
  [
    "d cx cy r rx ry x y x1 y1 x2 y2 width height points transform opacity fill fill-rule fill-opacity clip-rule",
    "stroke stroke-width stroke-linecap stroke-linejoin stroke-dasharray stroke-dashoffset stroke-miterlimit",
    "stroke-opacity",
  ].flatMap((names) => names.split(" ")),
);

const tag = /<\/?([a-zA-Z]+)((?:\s+[a-zA-Z0-9-]+="[^"<>]*")*)\s*\/?>/g;

const attribute = /\s+([a-zA-Z0-9-]+)="([^"]*)"/g;

/** A colour, a number, a path: nothing that names an address or calls one. */
const plainValue = /^(?!.*url\()[\w\s.,+#%()-]*$/is;

function isPlainTag([, name = "", given = ""]: RegExpExecArray): boolean {
  if (!elements.has(name)) return false;
  return [...given.matchAll(attribute)].every(
    ([, key = "", value = ""]) => attributes.has(key) && plainValue.test(value),
  );
}

/**
 * True for the markup of shapes alone. A browser writes it into the page as it is, so what came from elsewhere may hold
 * no script, no style, no text and no address.
 */
export function isPlainDrawing(body: string): boolean {
  const tags = [...body.matchAll(tag)];
  const rest = body.replace(tag, "").trim();
  return tags.length > 0 && rest === "" && tags.every(isPlainTag);
}
