/** Which packages may be installed and shipped, decided by the lock file alone. */

export interface LockedPackage {
  version?: string;
  license?: string;
  integrity?: string;
  dev?: boolean;
  hasInstallScript?: boolean;
  link?: boolean;
  /** Bundled in another package, whose hash covers it. */
  inBundle?: boolean;
}

/** Licences that ask for their text at most. */
const free = 'MIT Apache-2.0 ISC BSD-2-Clause BSD-3-Clause BSD 0BSD Zlib BlueOak-1.0.0 Unlicense'.split(' ');
/** Additionally allowed for tools that are never shipped. */
const freeForTools = [...free, 'MPL-2.0', 'WTFPL', 'Python-2.0'];
/** Licenses with further conditions, and why these are met. */
const metBy: Readonly<Record<string, RegExp>> = {
  // A library beside one function, in a separate file that users may replace.
  'LGPL-3.0-or-later': /^node_modules\/@img\/sharp-/,
  // Word lists that the spelling check reads unchanged; they are never shipped.
  'CC BY-SA 4.0': /^node_modules\/@cspell\/dict-/,
};

/** Packages whose manifests have no license, and the license of their license file. */
const licenceFiles: Readonly<Record<string, string>> = {
  'node_modules/@openfeature/ofrep-core': 'Apache-2.0',
  'node_modules/@openfeature/ofrep-provider': 'Apache-2.0',
};

/** Whether an SPDX expression of AND and OR allows use under one of the licenses. */
export function allows(expression: string, allowed: readonly string[]): boolean {
  const inner = expression.replace(/^\((.*)\)$/, '$1');
  if (inner.includes(' OR ')) return inner.split(' OR ').some((one) => allows(one, allowed));
  return inner.split(' AND ').every((one) => allowed.includes(one));
}

function licenceProblem(path: string, locked: LockedPackage): string | undefined {
  const { license = licenceFiles[path], dev } = locked;
  if (license === undefined) return 'has no license';
  const special = Object.entries(metBy).flatMap(([name, where]) => (where.test(path) ? [name] : []));
  const allowed = [...(dev ? freeForTools : free), ...special];
  return allows(license, allowed) ? undefined : `is licensed under ${license}`;
}

/** Problems of the packages of a lock file. `allowScripts` are those whose install scripts were reviewed. */
export function problemsOf(
  packages: Readonly<Record<string, LockedPackage>>,
  allowScripts: ReadonlySet<string>,
): string[] {
  return Object.entries(packages).flatMap(([path, locked]) => {
    // The project's own folders, and links to them.
    if (!path.includes('node_modules/') || locked.link) return [];
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const problems = [
      licenceProblem(path, locked),
      locked.inBundle || /^sha512-/.test(locked.integrity ?? '') ? undefined : 'has no hash',
      locked.hasInstallScript && !allowScripts.has(name) ? 'runs an install script' : undefined,
    ];
    return problems.filter((problem) => problem !== undefined).map((problem) => `${path} ${problem}`);
  });
}

/** Dependencies without an exact version. */
export function unpinned(dependencies: Readonly<Record<string, string>>): string[] {
  return Object.entries(dependencies)
    .filter(([, version]) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))
    .map(([name, version]) => `${name} ${version}`);
}
