import { globSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { describe, expect, it } from 'vitest';
import { pdfDataPackage } from '../../lib/aws/assets/package-data.ts';
import { importsOf } from '../../lib/lint/import-graph.ts';
import { allows, type LockedPackage, problemsOf, unpinned } from '../support/invariants/supply-chain.ts';

interface Manifest {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  optionalDependencies: Record<string, string>;
  allowScripts: Record<string, boolean>;
}
const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;
const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, LockedPackage>;
};
const judged = new Set(Object.keys(manifest.allowScripts));

describe('installed packages', () => {
  it('have accepted licenses and hashes, and run only reviewed scripts', () => {
    expect(Object.keys(lock.packages).length).toBeGreaterThan(100);
    expect(problemsOf(lock.packages, judged)).toEqual([]);
  });

  it.each(['', 'bin/client-types/', 'lib/local/'])(
    'of %spackage.json are pinned to the locked versions',
    (folder) => {
      const own: Manifest = JSON.parse(readFileSync(`${folder}package.json`, 'utf8'));
      const direct = { ...own.dependencies, ...own.devDependencies, ...own.optionalDependencies };
      expect(unpinned(direct)).toEqual([]);
      const locked = Object.keys(direct).map((name) => [
        name,
        (lock.packages[`${folder}node_modules/${name}`] ?? lock.packages[`node_modules/${name}`])?.version,
      ]);
      expect(Object.fromEntries(locked)).toEqual(direct);
    },
  );

  it('list packages of functions as dependencies, with their data, plus those of `cdk init`', () => {
    const ofFunctions = globSync('{functions,shared}/**/*.ts', { exclude: ['shared/clients'] }).flatMap(
      (path) => {
        const source = readFileSync(path, 'utf8');
        return /\b(?:from |import\(|import )'(?!\.|node:)/.test(source) ? importsOf(path, source) : [];
      },
    );
    const shipped = ofFunctions
      .filter(({ to, typesOnly }) => !typesOnly && !/^(?:functions|shared)\//.test(to) && !isBuiltin(to))
      .map(({ to }) => /^(?:@[^/]+\/)?[^/?]+/.exec(to)?.[0] ?? to);
    const expected = [...new Set([...shipped, pdfDataPackage, 'aws-cdk-lib', 'constructs'])].toSorted();
    expect(Object.keys(manifest.dependencies)).toEqual(expected);
  });

  it('allow scripts only for packages that have one', () => {
    const withScripts = Object.entries(lock.packages).filter(([, { hasInstallScript }]) => hasInstallScript);
    const names = withScripts.map(([path]) => path.replace(/^.*node_modules\//, ''));
    expect([...judged].filter((name) => !names.includes(name))).toEqual([]);
  });
});

describe('packages of the client generators', () => {
  const { dependencies } = JSON.parse(readFileSync('test/generators/package.json', 'utf8')) as Manifest;
  const locked = JSON.parse(readFileSync('test/generators/package-lock.json', 'utf8')) as typeof lock;

  it('have hashes and exact versions that match the lock file', () => {
    const packages = Object.entries(locked.packages).filter(([path]) => path !== '');
    expect(packages.length).toBeGreaterThan(100);
    const unhashed = packages.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'));
    expect(unhashed.map(([path]) => path)).toEqual([]);
    expect(unpinned(dependencies)).toEqual([]);
    const versions = Object.keys(dependencies).map((name) => [
      name,
      locked.packages[`node_modules/${name}`]?.version,
    ]);
    expect(Object.fromEntries(versions)).toEqual(dependencies);
  });
});

describe('the judgement', () => {
  const fine = { license: 'MIT', integrity: 'sha512-a', version: '1.0.0' };
  it.each<[string, Partial<LockedPackage>, string?]>([
    ['a', {}],
    ['a', { license: 'GPL-3.0' }, 'is licensed under GPL-3.0'],
    ['a', { license: 'MPL-2.0' }, 'is licensed under MPL-2.0'],
    ['a', { license: 'MPL-2.0', dev: true }],
    ['a', { license: 'LGPL-3.0-or-later' }, 'is licensed under LGPL-3.0-or-later'],
    ['@img/sharp-linux-x64', { license: 'Apache-2.0 AND LGPL-3.0-or-later' }],
    ['a', { license: undefined }, 'has no license'],
    ['a', { integrity: undefined }, 'has no hash'],
    ['a', { integrity: 'sha1-a' }, 'has no hash'],
    ['x/node_modules/a', { hasInstallScript: true }, 'runs an install script'],
    ['judged', { hasInstallScript: true }],
  ])('of %s as %j', (name, locked, problem) => {
    const path = `node_modules/${name}`;
    const found = problemsOf({ '': {}, [path]: { ...fine, ...locked } }, new Set(['judged']));
    expect(found).toEqual(problem === undefined ? [] : [`${path} ${problem}`]);
  });

  it.each([
    ['(MIT OR GPL-3.0-or-later)', true],
    ['MIT AND GPL-3.0-or-later', false],
    ['GPL-3.0-or-later', false],
  ])('%s → %s', (expression, allowed) => expect(allows(expression, ['MIT'])).toBe(allowed));

  it.each(['^1.0.0', '~1.0.0', '1.x', '*', 'latest', 'github:a/b'])('%s is no version', (version) =>
    expect(unpinned({ a: version })).toEqual([`a ${version}`]),
  );
});
