import { respondWithMessages, shortenUnchanged } from "@/app/api/locales/respond-with-messages";
import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { readMessageOverrides } from "@/lib/draws/pages/read-message-overrides";
import { refuse } from "@/lib/platform/http/reasons";
import { isLanguage } from "@/lib/platform/i18n/routing";
import { handleRead } from "@/lib/wiring/handle-call";

type Props = { params: Promise<{ id: string; lang: string }> };

export async function GET(request: Request, { params }: Props): Promise<Response> {
  const { id: drawId, lang: language } = await params;
  const response = await handleRead(request, async ({ ctx }) => {
    if (!isLanguage(language)) return refuse("not-found");
    const words = await readMessageOverrides(ctx, { drawId, language });
    return words.ok ? respondWithMessages(request, { data: words.messages }, words.version) : words;
  });
  return shortenUnchanged(request, response);
}

export const { DELETE, OPTIONS, PATCH, POST, PUT } = refuseMethods("/api/locales/[id]/[lang]");
