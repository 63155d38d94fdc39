/** The generated registries match the list of modules. */
import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { currentRegistries, registrySources } from '../../lib/lint/registries.ts';
import { modules } from '../../shared/catalog/modules.ts';

const sources = await currentRegistries(modules);

describe('the registries', () => {
  it.each([...sources])('are current: %s', (path, source) => {
    expect(readFileSync(path, 'utf8')).toBe(source);
  });

  it('include every module that has a manifest', () => {
    const manifests = globSync('shared/modules/*/module.ts').map((path) => path.split(/[\\/]/).at(-2));
    expect(manifests.toSorted()).toEqual([...modules].toSorted());
  });

  it('import the modules that have the file, in alphabetical order', () => {
    const some = ['shared/modules/shop/features.ts', 'shared/modules/farm/features.ts'];
    const input = {
      modules: ['shop', 'none', 'farm'],
      exists: (path: string) => some.includes(path),
      exportedPaths: new Map(),
      methodsOfPaths: new Map(),
    };
    const text = registrySources(input).get('shared/catalog/features.ts');
    const imports = [...(text ?? '').matchAll(/from '\.\.\/modules\/(\w+)\/features\.ts'/g)];
    expect(imports.map(([, module]) => module)).toEqual(['farm', 'shop']);
    expect(text).toContain('  ...farm,\n  ...shop,\n');
  });

  it('load the exported lists of a module when one of its paths is requested', () => {
    const lists = new Map([
      ['shop', ['/api/orders', '/api/baskets']],
      ['farm', ['/api/fields']],
    ]);
    const input = { modules: [], exists: () => false, exportedPaths: lists, methodsOfPaths: new Map() };
    const text = registrySources(input).get('shared/catalog/module-exports.ts');
    expect(text).toContain(
      "const farm: LoadExports = () => import('../modules/farm/exports.ts');\nconst shop:",
    );
    expect(text).toContain("  '/api/baskets': shop,\n  '/api/fields': farm,\n  '/api/orders': shop,\n");
  });
});
