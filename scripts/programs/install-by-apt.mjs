import { runCommand } from "../process/child-process.mjs";

/** Keeps a package from starting its service. */
const quietEnvironment = { DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" };

/**
 * Needs root.
 * @param {string} name
 * @param {Parameters<typeof runCommand>[2]} [options]
 */
export async function installByApt(name, options) {
  const update = await runCommand("apt-get", ["update"], options);
  const install = await runCommand("apt-get", ["install", "--yes", "--no-remove", "--no-install-recommends", name], {
    ...options,
    env: quietEnvironment,
  });
  return { code: install.code, output: `${update.output}${install.output}` };
}
