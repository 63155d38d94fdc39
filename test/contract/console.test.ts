import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { moduleEndpoints as endpoints } from '../../shared/catalog/endpoints.ts';

const folder = 'lib/console';
const page = readFileSync(join(folder, 'README.md'), 'utf8');

const withoutNames = (path: string): string => path.replaceAll(/\$?\{[^}]*\}/g, '{}').replace(/\?.*$/, '');

/** The constants of a file that hold paths, by name. */
const constantsIn = (source: string): ReadonlyMap<string, string> =>
  new Map([...source.matchAll(/const (\w+) = '(\/[^']+)'/g)].map(([, name = '', path = '']) => [name, path]));

/** Method and path of every call in the source. */
function callsIn(source: string): string[] {
  const constants = constantsIn(source);
  const calls = source.matchAll(/\.(GET|POST|PUT|PATCH|DELETE)\(\s*(?:'([^']+)'|`([^`]+)`|(\w+))/g);
  return [...calls].map(([, method, text, template, name]) => {
    const path = text ?? template?.replaceAll(/\$\{(\w+)\}/g, (whole, name) => constants.get(name) ?? whole);
    return `${method} ${withoutNames(path ?? constants.get(name ?? '') ?? '')}`;
  });
}

/** Addresses that the browser itself opens: streams and downloads. */
const addressesIn = (source: string): string[] =>
  [...source.matchAll(/(?:EventSource\(|fileUrl\()[`']([^`']+)/g)].map(
    ([, path = '']) => `GET ${withoutNames(path)}`,
  );

const used = new Set(
  globSync(`${folder}/**/*.{ts,tsx}`, { exclude: [`${folder}/dist/**`] }).flatMap((file) => {
    const source = readFileSync(file, 'utf8');
    return [...callsIn(source), ...addressesIn(source)];
  }),
);

/** The rows of the table in the console's page: operations, and why they have no control. */
const [, section = ''] = page.split('\n## Operations without a control\n');
const explained = section
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name = '']) => name));

const callOf = ({ method, path }: (typeof endpoints)[number]) => `${method} ${withoutNames(path)}`;

describe('the console', () => {
  it('calls operations that exist', () => {
    const known = new Set(endpoints.map(callOf));
    expect([...used].filter((call) => !known.has(call))).toEqual([]);
  });

  it('has a control for every operation, or says why there is none', () => {
    const without = endpoints.filter((endpoint) => !used.has(callOf(endpoint)));
    const names = without.map(({ operationId }) => operationId);
    const table = `the table "Operations without a control" of ${folder}/README.md`;
    expect([
      ...names
        .filter((name) => !explained.includes(name))
        .map(
          (name) => `${name}: call it in a page of ${folder}, or add to ${table}: | \`${name}\` | <why> |`,
        ),
      ...explained
        .filter((name) => !names.includes(name))
        .map((name) => `${name}: has a control or does not exist; remove it from ${table}`),
    ]).toEqual([]);
  });
});

it('every journey is in the table "Journeys" with the file of its test, and no other', () => {
  const listed = [...page.matchAll(/^\| (.+) \| `(.+\.slow\.test\.ts)` \|$/gm)].map(
    ([, name, file]) => `${file}: ${name}`,
  );
  const walked = globSync('test/integration/console/*.slow.test.ts').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\bjourney\(\s*'(.+?)'/g)].map(
      ([, name]) => `${basename(file)}: ${name}`,
    ),
  );
  expect(listed.toSorted()).toEqual(walked.toSorted());
});
