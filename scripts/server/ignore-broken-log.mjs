// A log whose reader is gone fails at each line. Nobody can be told of it, and Next's handler of uncaught errors would
// log each failure into the same pipe, for ever.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
