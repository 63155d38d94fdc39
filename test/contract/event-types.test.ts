/** Event types can be found by a text search in the sources. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { manifests } from '../../shared/catalog/manifests.ts';
import { modules } from '../../shared/catalog/modules.ts';

/** The source files of a module that declare events. */
function declarationsOf(module: string): string {
  const folder = join('shared/modules', module);
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /(^|\/)events\.ts$/.test(name))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n');
}

describe('the module declares by their full names', () => {
  it.each(modules.map((module, index) => ({ module, manifest: manifests[index] })))(
    'the events of $module',
    ({ module, manifest }) => {
      const text = declarationsOf(module);
      const types = (manifest?.events ?? []).map(({ type }) => type);
      expect(types.filter((type) => !text.includes(`'${type}'`))).toEqual([]);
    },
  );

  it('every event of the platform', () => {
    expect(manifests.flatMap(({ events = [] }) => events).length).toBeGreaterThan(100);
  });
});
