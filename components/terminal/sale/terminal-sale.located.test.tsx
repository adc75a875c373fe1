// @vitest-environment happy-dom
import { screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import messages from "@/messages/en.json";
import { demoCheckoutDraw } from "@/tests/support/views/fake-checkout-draw";
import { clickButton, findCashConfirm, openStage, refusal, saleStage } from "@/tests/support/views/sale-stage";

const stage = saleStage();

const text = messages.checkout.position;
const draw = { ...demoCheckoutDraw(), needsPosition: { online: true, atTerminal: true } };
const ottawa = { latitude: 45.4236, longitude: -75.7009, accuracy: 20 };

type Answer = { coords: typeof ottawa } | { code: number };

/** The browser answers one request for its position after the other. Returns the mock. */
function locate(...answers: Answer[]) {
  const getCurrentPosition = vi.fn((told: (fix: object) => void, failed: (error: object) => void) => {
    const answer = answers.shift() ?? { code: 2 };
    if ("coords" in answer) told(answer);
    else failed(answer);
  });
  vi.spyOn(navigator, "geolocation", "get").mockReturnValue({ getCurrentPosition } as unknown as Geolocation);
  return getCurrentPosition;
}

it("asks for the tablet's position only on a tap, sends it, and stores it nowhere", async () => {
  const asked = locate({ coords: ottawa });
  openStage({ draw });
  clickButton("Cash");
  expect(screen.getByText(messages.checkout.missing.position)).toBeTruthy();
  expect(asked).not.toHaveBeenCalled();
  expect(stage.getCalls("/api/orders")).toEqual([]);
  clickButton(text.share);
  await screen.findByText(text.known);
  stage.routes["/api/orders"] = () => new Promise(() => undefined);
  clickButton("Cash");
  await waitFor(() => expect(stage.getCalls("/api/orders")).toHaveLength(1));
  expect(stage.getCalls("/api/orders")[0]?.body).toMatchObject({ atTerminal: true, position: ottawa });
  expect(JSON.stringify({ ...sessionStorage, ...localStorage })).toContain("p40");
  expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain("45.42");
});

it.each([
  [1, text.denied],
  [2, text.unavailable],
  [3, text.timeout],
] as const)("says what to do if the browser answers %i", async (code, problem) => {
  locate({ code }, { coords: ottawa });
  openStage({ draw });
  clickButton(text.share);
  await screen.findByText(problem);
  clickButton(text.again);
  await screen.findByText(text.known);
});

it("accepts no position that could be anywhere", async () => {
  locate({ coords: { ...ottawa, accuracy: 250_000 } });
  openStage({ draw });
  clickButton(text.share);
  await screen.findByText(text.coarse);
});

it("asks again if the server refused the place", async () => {
  locate({ coords: ottawa });
  stage.routes["/api/orders"] = () => refusal("gps-location-border", 403);
  openStage({ draw });
  clickButton(text.share);
  await screen.findByText(text.known);
  clickButton("Cash");
  await screen.findByText(messages.terminalSale.reasons["gps-location-border"]);
  await screen.findByRole("button", { name: text.share });
});

it("asks for nothing if the draw lets operators skip the check", async () => {
  const asked = locate({ coords: ottawa });
  openStage({ draw: { ...draw, needsPosition: { online: true, atTerminal: false } } });
  expect(screen.queryByText(text.title)).toBeNull();
  clickButton("Cash");
  await findCashConfirm();
  expect(asked).not.toHaveBeenCalled();
  expect(stage.getCalls("/api/orders")[0]?.body).not.toHaveProperty("position");
});
