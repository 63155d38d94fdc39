/** The registries that import a file of each module are those of the list of modules. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { registrySources } from '../../lib/lint/registries.ts';
import { modules } from '../../shared/catalog/modules.ts';

const sources = registrySources(modules, existsSync);

describe('the registries', () => {
  it.each([...sources])('are current: %s', (path, source) => {
    expect(readFileSync(path, 'utf8')).toBe(source);
  });

  it('are of every module that has a manifest', () => {
    const manifests = globSync('shared/modules/*/module.ts').map((path) => path.split(/[\\/]/).at(-2));
    expect(manifests.toSorted()).toEqual([...modules].toSorted());
  });

  it('import a file of the modules that have it, in the order of their names', () => {
    const some = ['shared/modules/shop/exports.ts', 'shared/modules/farm/exports.ts'];
    const text = registrySources(['shop', 'none', 'farm'], (path) => some.includes(path)).get(
      'shared/catalog/exports.ts',
    );
    const imports = [...(text ?? '').matchAll(/from '\.\.\/modules\/(\w+)\/exports\.ts'/g)];
    expect(imports.map(([, module]) => module)).toEqual(['farm', 'shop']);
    expect(text).toContain('  ...farm,\n  ...shop,\n');
  });
});
