import { setTimeout as wait } from "node:timers/promises";

import { readMails, startMailServer } from "./mails";
import type { Step } from "./topology";

export const loseMail: Step = {
  name: "lose-mail",
  title: "kill -9 the mail server, and start it again 15 s later",
  run: async (topology) => {
    await topology.mail.kill();
    const before = (await readMails(topology.place)).length;
    await wait(15_000);
    topology.mail = await startMailServer(topology.place);
    return `${before} receipts were sent before`;
  },
};
