import type { Stop, Visit } from "./stop";
import { getWords, goTo, opens } from "./stop";

const heading = (visit: Visit) => visit.page.getByRole("heading", { name: getWords(visit).errorScreen.heading });

function failing(name: string, route: string, path: string, status: number): Stop {
  return { name, route, allow: [new RegExp(`status of ${status}`)], open: opens(path, heading) };
}

/** The bar's script fails to load. The surrounding page looks the same at any failure. */
const broken: Stop = {
  name: "a page whose script failed",
  route: "/[id]",
  allow: [/the bar fails/, /Minified React error/],
  async open(visit) {
    await visit.page.addInitScript(() => {
      const { matchMedia } = window;
      window.matchMedia = (query) => {
        if (query.includes("63.99")) throw new Error("the bar fails");
        return matchMedia.call(window, query);
      };
    });
    await goTo(visit, "/arena");
    await heading(visit).waitFor();
  },
};

/** The session of an earlier stop would open the page without a key. */
async function openDoor(visit: Visit): Promise<void> {
  await visit.page.context().clearCookies({ name: "tirage-console" });
  await goTo(visit, "/hashtest");
}

async function signIn(visit: Visit): Promise<void> {
  const t = getWords(visit).verification;
  await openDoor(visit);
  await visit.page.getByRole("button", { name: t.signIn.submit }).click();
  await visit.page.getByText(t.signIn.required).waitFor();
}

async function verify(visit: Visit): Promise<void> {
  const t = getWords(visit).verification;
  await openDoor(visit);
  await visit.page.getByLabel(t.signIn.key).fill(visit.site.server.adminKey);
  await visit.page.getByRole("button", { name: t.signIn.submit }).click();
  await visit.page.getByText(t.names["domain-file"]).waitFor();
}

export const otherStops: Stop[] = [
  { name: "the list of draws", route: "/", open: opens("/", ({ page }) => page.getByRole("article")) },
  {
    name: "a list without draws",
    route: "/",
    open: opens("/?filter=ending-soon", (visit) => visit.page.getByText(getWords(visit).home.lead)),
  },
  {
    name: "the index of the demo",
    route: "/dummy",
    open: opens("/dummy", (visit) => visit.page.getByRole("heading", { name: getWords(visit).demo.heading })),
  },
  { name: "the door of the verification", route: "/hashtest", open: signIn },
  { name: "the verification", route: "/hashtest", open: verify },
  failing("an unknown draw", "/[id]", "/no-such-draw", 404),
  failing("an unknown path", "/[...rest]", "/no/such/page", 404),
  failing("a sale without a tablet", "/terminal/refused/[verdict]", "/terminal/arena", 403),
  failing("a page of the terminal that is not there", "/terminal/refused/[verdict]", "/terminal/success", 404),
  broken,
  {
    name: "the terminal of no tablet",
    route: "/terminal",
    allow: [/status of 401/],
    open: opens("/terminal", (visit) => visit.page.getByText(getWords(visit).terminal.refused["device-required"].how)),
  },
  {
    name: "a link that registers a tablet",
    route: "/terminal/register",
    allow: [/status of 401/],
    open: opens(
      ({ registration }) => registration,
      (visit) => visit.page.getByLabel(getWords(visit).registration.operator),
    ),
  },
];
