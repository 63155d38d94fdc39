import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { currentRegistries } from '../../lib/lint/registries.ts';
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
});
