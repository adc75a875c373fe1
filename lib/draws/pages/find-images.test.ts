import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { PublicDraw } from "@/lib/draws/rules.projection";
import type { HostedImage } from "@/lib/gateways/image-host/port";
import { findImages } from "./find-images";

beforeEach(() => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const picture: HostedImage = { kind: "image", type: "image/png", bytes: new Uint8Array([1, 2, 3]) };

function hostWith(found: (url: string) => HostedImage) {
  const asked: string[] = [];
  const get = async (url: string) => {
    asked.push(url);
    return found(url);
  };
  return { ctx: { pictures: { get } }, asked };
}

let draws = 0;
/** Answers are cached by URL, so each draw has new ones. */
function newDraw(banner: object = {}): Pick<PublicDraw, "bannerImage" | "charity"> {
  draws += 1;
  const bannerImage = { url: `https://a.test/${draws}.png`, carousel_urls: [], carousel_speed: 5000, ...banner };
  return { bannerImage, charity: { logo: `/logo-${draws}.svg` } };
}

it("finds the draw's first picture and the logo, and asks once for each", async () => {
  const { ctx, asked } = hostWith(() => picture);
  const draw = newDraw({ url: "https://a.test/first.png", carousel_urls: ["https://a.test/second.png"] });
  const [first] = await Promise.all([findImages(ctx, draw), findImages(ctx, draw)]);
  expect(await findImages(ctx, draw)).toEqual(first);
  expect(first.banner).toEqual({ url: "https://a.test/first.png", data: "data:image/png;base64,AQID" });
  expect(asked).toEqual(["https://a.test/first.png", draw.charity?.logo]);
});

it("does without a picture that is unavailable, and asks for it again after a minute", async () => {
  let isThere = false;
  const { ctx, asked } = hostWith(() => (isThere ? picture : { kind: "unavailable", problem: "away" }));
  const draw = newDraw();
  expect(await findImages(ctx, draw)).toEqual({ banner: null, logo: null });
  isThere = true;
  expect(await findImages(ctx, draw)).toEqual({ banner: null, logo: null });
  expect(asked).toHaveLength(2);
  vi.advanceTimersByTime(60_001);
  expect((await findImages(ctx, draw)).banner?.url).toBe(draw.bannerImage?.url);
});

it("waits for a turn only so long, and has what came after that for the next who asks", async () => {
  const get = (_address: string) => new Promise<HostedImage>((resolve) => setTimeout(resolve, 1900, picture));
  const ctx = { pictures: { get } };
  const bannersOnly = Array.from({ length: 12 }, () => ({ ...newDraw(), charity: undefined }));
  const found: boolean[] = [];
  const asked = bannersOnly.map(async (draw, index) => {
    found[index] = (await findImages(ctx, draw)).banner !== null;
  });
  await vi.advanceTimersByTimeAsync(4000);
  expect(found).toEqual([...Array(8).fill(true), ...Array(4).fill(false)]);
  await Promise.all(asked);
  await vi.advanceTimersByTimeAsync(1700);
  expect(await Promise.all(bannersOnly.map((draw) => findImages(ctx, draw)))).not.toContainEqual({
    banner: null,
    logo: null,
  });
});

it("asks for nothing where a draw has no pictures", async () => {
  const { ctx, asked } = hostWith(() => picture);
  expect(await findImages(ctx, { bannerImage: undefined, charity: undefined })).toEqual({ banner: null, logo: null });
  expect(asked).toEqual([]);
});
