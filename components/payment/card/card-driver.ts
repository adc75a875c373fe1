import type { CardFields, CardFieldsSetup } from "./card-fields";
import { mountCardFields } from "./card-fields";
import { loadCardScript } from "./card-script";

/** Mounts the card fields, in the colours of the page, which they follow. */
export type Mount = (setup: CardFieldsSetup) => CardFields;

/** Follows a change of light and dark: the fields' look is fixed when they are mounted. */
function watchTheme(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ["class"] });
  return () => observer.disconnect();
}

/** Loads the provider's script. Rejects with `CardScriptError`. */
export async function loadDriver(url: string): Promise<Mount> {
  const factory = await loadCardScript(url);
  return (setup) => {
    const fields = mountCardFields(factory, setup);
    const stopWatching = watchTheme(fields.restyle);
    return {
      ...fields,
      unmount() {
        stopWatching();
        fields.unmount();
      },
    };
  };
}
