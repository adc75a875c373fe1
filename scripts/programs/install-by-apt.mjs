import { runCommand } from "../process/child-process.mjs";

/** Keeps a package that brings a service from starting it. */
const quietly = { DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" };

/**
 * Installs a Debian package, for which this process must be root.
 * @param {string} name
 * @param {Parameters<typeof runCommand>[2]} [options]
 * @returns {Promise<{code: number, output: string}>}
 */
export async function installByApt(name, options) {
  const update = await runCommand("apt-get", ["update"], options);
  const install = await runCommand("apt-get", ["install", "--yes", "--no-remove", "--no-install-recommends", name], {
    ...options,
    env: quietly,
  });
  return { code: install.code, output: `${update.output}${install.output}` };
}
