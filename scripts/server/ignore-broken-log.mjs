// Writing to a log whose reader is gone fails for each line, and Next's handler of uncaught errors would log each
// failure into the same pipe, forever.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
