/** Test files share processes, and so the modules that earlier files have loaded. */
import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const mocksModule = /\bvi\.(?:do)?[mM]ock\(/;

it('no test replaces a module: other files may have loaded it before, and the test would depend on their order', () => {
  const files = globSync('test/**/*.ts').filter((file) => mocksModule.test(readFileSync(file, 'utf8')));
  expect(files).toEqual([]);
});
