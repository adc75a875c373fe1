import { expect, it } from "vitest";
import { suggestEmail } from "./suggest-email";

it.each([
  ["bob@gmial.con", "bob@gmail.com"],
  ["bob@gmial.com", "bob@gmail.com"],
  ["bob@gmai.com", "bob@gmail.com"],
  ["bob@gnail.com", "bob@gmail.com"],
  ["Bob.Roy+draw@gmail.cm", "Bob.Roy+draw@gmail.com"],
  ["bob@gmail.con", "bob@gmail.com"],
  ["bob@gmail.co", "bob@gmail.com"],
  ["bob@gmail", "bob@gmail.com"],
  ["bob@hotmial.com", "bob@hotmail.com"],
  ["bob@hotmal.ca", "bob@hotmail.ca"],
  ["bob@outlok.com", "bob@outlook.com"],
  ["bob@yaho.ca", "bob@yahoo.ca"],
  ["bob@iclould.com", "bob@icloud.com"],
  ["bob@videotrom.ca", "bob@videotron.ca"],
  ["bob@sympatico.con", "bob@sympatico.ca"],
  ["bob@arenafoundation.con", "bob@arenafoundation.com"],
  ["bob@gmail.cmo", "bob@gmail.com"],
  ["bob@arenafoundation.vom", "bob@arenafoundation.com"],
])("suggests a correction of %s to %s", (typed, meant) => {
  expect(suggestEmail(typed)).toBe(meant);
});

it.each([
  "bob@gmail.com",
  "bob@mail.com",
  "bob@me.com",
  "bob@msn.com",
  "bob@bell.net",
  "bob@shaw.ca",
  "bob@live.ca",
  "bob@outlook.com",
  "bob@hotmail.ca",
  "bob@arena.tv",
  "bob@arena.io",
  "bob@company.co",
  "bob@ville.montreal.qc.ca",
  "bob@arena.quebec",
  "bob@arena.info",
  "bob@arena.app",
  "bob@uwaterloo.ca",
  "bob@",
  "bob",
  "",
])("leaves %s alone", (typed) => {
  expect(suggestEmail(typed)).toBeNull();
});
