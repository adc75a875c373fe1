import type messages from "@/messages/en.json";
import type { Language } from "./routing";

declare module "next-intl" {
  // biome-ignore lint/style/useConsistentTypeDefinitions: a type alias cannot add to the declaration of another module
  interface AppConfig {
    Locale: Language;
    Messages: typeof messages;
  }
}
