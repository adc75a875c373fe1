import PostalMime from "postal-mime";

/**
 * A mail as it arrived. Bodies are decoded; `to` are the recipients that the client named, `from` who its header says.
 */
export type ReceivedMail = {
  id: number;
  receivedAt: string;
  from: string;
  to: string[];
  subject: string;
  messageId: string;
  headers: { name: string; value: string }[];
  html: string;
  text: string;
};

/** The mails of a sandbox, the newest last, at most `maxMails`: older ones are forgotten. */
export type Mailbox = {
  receive: (raw: Uint8Array, to: string[], receivedAt: Date) => Promise<void>;
  list: (recipient?: string) => ReceivedMail[];
  find: (id: number) => ReceivedMail | undefined;
  clear: () => void;
};

/** How many mails are kept. */
export const maxMails = 2000;

/** An empty mailbox. */
export function createMailbox(): Mailbox {
  let mails: ReceivedMail[] = [];
  let lastId = 0;
  return {
    async receive(raw, to, receivedAt) {
      const mail = await PostalMime.parse(raw);
      lastId += 1;
      const received: ReceivedMail = {
        id: lastId,
        receivedAt: receivedAt.toISOString(),
        from: mail.from ? `${mail.from.name} <${mail.from.address ?? ""}>` : "",
        to,
        subject: mail.subject ?? "",
        messageId: mail.messageId ?? "",
        headers: mail.headers.map(({ originalKey, value }) => ({ name: originalKey, value })),
        html: mail.html ?? "",
        text: mail.text ?? "",
      };
      mails = [...mails, received].slice(-maxMails);
    },
    list: (recipient) => mails.filter(({ to }) => recipient === undefined || to.includes(recipient)),
    find: (id) => mails.find((mail) => mail.id === id),
    clear: () => {
      mails = [];
    },
  };
}
