/**
 * Simulates zone data from before 2026: Vancouver's clock is Los Angeles', Edmonton's and Yellowknife's are Denver's.
 * Replaces `Intl.DateTimeFormat`, as an init script of a page or with `--import`, so it imports and exports nothing.
 */
{
  /** @type {Record<string, string>} */
  const clocksBefore = {
    "America/Vancouver": "America/Los_Angeles",
    "America/Edmonton": "America/Denver",
    "America/Yellowknife": "America/Denver",
  };
  const Format = Intl.DateTimeFormat;
  const own = Format().resolvedOptions().timeZone;
  /** @param {Intl.DateTimeFormatOptions} options */
  const before = (options = {}) => {
    const timeZone = options.timeZone ?? own;
    return { ...options, timeZone: clocksBefore[timeZone] ?? timeZone };
  };
  Intl.DateTimeFormat = new Proxy(Format, {
    apply: (_format, _this, [locales, options]) => new Format(locales, before(options)),
    construct: (_format, [locales, options]) => new Format(locales, before(options)),
  });
}
