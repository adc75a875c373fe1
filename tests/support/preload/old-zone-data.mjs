/**
 * Stands in for an engine whose zone data is from before 2026: Vancouver's clocks are those of Los Angeles, Edmonton's
 * and Yellowknife's those of Denver, which go back in November as theirs did until then. Replaces `Intl.DateTimeFormat`
 * where it runs: as an init script of a page, or with `--import` in a process. It imports and exports nothing, so that
 * both can run it.
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
