/** The console's page lists the journeys that its tests walk. */
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, it } from 'vitest';

const page = readFileSync('lib/console/README.md', 'utf8');

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
