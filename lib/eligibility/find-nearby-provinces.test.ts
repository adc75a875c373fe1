import { describe, expect, it } from "vitest";

import { provinceCodes } from "@/lib/postal-address";

import { findNearbyProvinces } from "./check-location";

/** Name, province (null abroad), latitude and longitude. */
const towns: readonly [string, string | null, number, number][] = [
  ["Ottawa, Parliament Hill", "ON", 45.4236, -75.7009],
  ["Gatineau, Portage", "QC", 45.4286, -75.713],
  ["Gatineau, Museum of History", "QC", 45.4295, -75.709],
  ["Ottawa, Victoria Island", "ON", 45.4205, -75.7125],
  ["Hawkesbury", "ON", 45.607, -74.604],
  ["Grenville", "QC", 45.627, -74.6],
  ["Rivière-Beaudette", "QC", 45.231, -74.329],
  ["Bainsville", "ON", 45.185, -74.405],
  ["Témiscaming", "QC", 46.723, -79.099],
  ["Virginiatown", "ON", 48.133, -79.58],
  ["Rouyn-Noranda", "QC", 48.2366, -79.0231],
  ["Lloydminster, west", "AB", 53.2783, -110.03],
  ["Lloydminster, east", "SK", 53.2783, -109.99],
  ["Flin Flon", "MB", 54.7682, -101.865],
  ["Creighton", "SK", 54.756, -101.899],
  ["Kenora", "ON", 49.767, -94.489],
  ["Falcon Lake", "MB", 49.685, -95.32],
  ["Fernie", "BC", 49.504, -115.063],
  ["Coleman", "AB", 49.638, -114.5],
  ["Campbellton", "NB", 48.0075, -66.6731],
  ["Pointe-à-la-Croix", "QC", 48.0158, -66.68],
  ["Edmundston", "NB", 47.3737, -68.3251],
  ["Dégelis", "QC", 47.55, -68.65],
  ["Amherst", "NS", 45.8338, -64.211],
  ["Sackville", "NB", 45.898, -64.368],
  ["Aulac", "NB", 45.865, -64.287],
  ["Charlottetown", "PE", 46.2382, -63.1311],
  ["Borden-Carleton", "PE", 46.254, -63.699],
  ["Îles-de-la-Madeleine", "QC", 47.379, -61.86],
  ["Grand Manan", "NB", 44.76, -66.76],
  ["Campobello", "NB", 44.886, -66.95],
  ["Toronto Islands", "ON", 43.6205, -79.378],
  ["Victoria", "BC", 48.4284, -123.3656],
  ["Labrador City", "NL", 52.9463, -66.9114],
  ["Fermont", "QC", 52.788, -67.083],
  ["Blanc-Sablon", "QC", 51.426, -57.131],
  ["L’Anse-au-Clair", "NL", 51.43, -57.07],
  ["St. John’s", "NL", 47.5615, -52.7126],
  ["Watson Lake", "YT", 60.063, -128.71],
  ["Lower Post", "BC", 59.928, -128.49],
  ["Whitehorse", "YT", 60.7212, -135.0568],
  ["Fort Smith", "NT", 60.004, -111.884],
  ["Fort Fitzgerald", "AB", 59.86, -111.6],
  ["Yellowknife", "NT", 62.454, -114.3718],
  ["Kugluktuk", "NU", 67.827, -115.096],
  ["Iqaluit", "NU", 63.7467, -68.517],
  ["Sanikiluaq", "NU", 56.543, -79.225],
  ["Windsor", "ON", 42.317, -83.038],
  ["Detroit", null, 42.3314, -83.0458],
  ["Niagara Falls, Ontario", "ON", 43.0896, -79.0849],
  ["Niagara Falls, New York", null, 43.0962, -79.0377],
  ["Sault Ste. Marie, Ontario", "ON", 46.509, -84.333],
  ["Sault Ste. Marie, Michigan", null, 46.495, -84.3345],
  ["Lubec, Maine", null, 44.86, -66.984],
  ["Point Roberts", null, 48.985, -123.078],
  ["Saint-Pierre", null, 46.78, -56.177],
];

const accuracy = 20;

describe("findNearbyProvinces", () => {
  it.each(towns)("places %s only in %s", (_name, province, latitude, longitude) => {
    expect(findNearbyProvinces({ latitude, longitude, accuracy })).toEqual({
      centre: province,
      withinRadius: [province],
    });
  });

  it.each([
    ["at Lloydminster’s Meridian Avenue", 53.2783, -110.0056, ["AB", "SK"]],
    ["on the bridge to Gatineau", 45.4225, -75.7127, ["ON", "QC"]],
    ["on the river at Matapédia", 47.972, -66.94, ["NB", "QC"]],
  ])("has both sides within reach %s", (_name, latitude, longitude, codes) => {
    const { withinRadius } = findNearbyProvinces({ latitude, longitude, accuracy });
    expect(withinRadius).toEqual(codes);
  });

  it("includes other countries if the circle crosses the border", () => {
    const windsor = { latitude: 42.317, longitude: -83.038 };
    expect(findNearbyProvinces({ ...windsor, accuracy: 2_000 }).withinRadius).toEqual(["ON", null]);
    expect(findNearbyProvinces({ latitude: 0, longitude: 0, accuracy: 10 })).toEqual({
      centre: null,
      withinRadius: [null],
    });
  });

  it("uses the accuracy as the circle's radius", () => {
    const ottawa = { latitude: 45.4236, longitude: -75.7009 };
    expect(findNearbyProvinces({ ...ottawa, accuracy: 200 }).withinRadius).toEqual(["ON"]);
    expect(findNearbyProvinces({ ...ottawa, accuracy: 400 }).withinRadius).toEqual(["ON", "QC"]);
    expect(findNearbyProvinces({ ...ottawa, accuracy: 10_000_000 }).withinRadius).toEqual([...provinceCodes, null]);
  });
});
