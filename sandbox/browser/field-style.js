const properties = {
  color: "color",
  fontFamily: "font-family",
  fontSize: "font-size",
  fontStyle: "font-style",
  fontWeight: "font-weight",
  textDecoration: "text-decoration",
  padding: "padding",
  paddingLeft: "padding-left",
  paddingTop: "padding-top",
  paddingRight: "padding-right",
  paddingBottom: "padding-bottom",
};
const pseudoClasses = [":hover", ":focus"];

/** Base, then empty, complete and error, each with :hover and :focus. */
export function createFieldStyle(target) {
  const sheet = new CSSStyleSheet();
  target.adoptedStyleSheets = [sheet];
  return (style, state) => {
    sheet.replaceSync(["input {}", ...pseudoClasses.map((pseudo) => `input${pseudo} {}`)].join("\n"));
    const names = ["base", ...["empty", "complete", "error"].filter((name) => state[name])];
    for (const variant of names.map((name) => style?.[name])) {
      applyTo(sheet.cssRules[0].style, variant);
      for (const [index, pseudo] of pseudoClasses.entries()) {
        // A later state's plain value overrides an earlier state's :hover or :focus.
        const { style: declaration } = sheet.cssRules[index + 1];
        applyTo(declaration, variant);
        applyTo(declaration, variant?.[pseudo]);
      }
    }
  };
}

function applyTo(declaration, style) {
  for (const [key, property] of Object.entries(properties)) {
    if (typeof style?.[key] === "string") declaration.setProperty(property, style[key]);
  }
}
