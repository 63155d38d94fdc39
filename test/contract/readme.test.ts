import { existsSync, globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { deploymentContextNames } from '../../lib/aws/deployment-context.ts';
import { settingNames } from '../../shared/settings.ts';

const readme = readFileSync('README.md', 'utf8');
const modulePages = globSync('shared/*/README.md');
const deployPages = ['lib/aws/README.md', 'lib/aws/runbook.md'];
const pages = [readme, ...[...modulePages, ...deployPages].map((page) => readFileSync(page, 'utf8'))];
const { scripts }: { scripts: Record<string, string> } = JSON.parse(readFileSync('package.json', 'utf8'));

/** Texts in backticks that name a file or folder of the repository, without placeholders. */
const paths = pages.flatMap((page) =>
  [...page.matchAll(/`((?:bin|lib|functions|shared|test)\/[\w./-]*)`/g)].map(([, path]) => path ?? ''),
);
const npmRuns = pages.flatMap((page) =>
  [...page.matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name ?? ''),
);

describe('README.md and the pages of modules', () => {
  it('names only files and folders that exist', () => {
    expect(paths.length).toBeGreaterThan(20);
    expect(paths.filter((path) => !existsSync(path))).toEqual([]);
  });

  it('names only npm scripts that exist', () => {
    expect(npmRuns.filter((name) => scripts[name] === undefined)).toEqual([]);
  });

  it('is short enough to be read, apart from the endpoint table', () => {
    const [before = '', after = ''] = readme
      .split(/<!-- endpoints: [\w ]+ -->/)
      .filter((_, index) => index !== 1);
    expect(`${before}${after}`.split('\n').length).toBeLessThan(520);
  });

  it('links every page of a module, and each is short enough to be read', () => {
    const linked = [...readme.matchAll(/\]\(((?:shared|lib\/aws)\/[^)]+)\)/g)].map(([, page]) => page);
    expect([...modulePages, ...deployPages].filter((page) => !linked.includes(page))).toEqual([]);
    for (const page of pages.slice(1)) expect(page.split('\n').length).toBeLessThan(200);
  });
});

describe('settings', () => {
  it('are spelt as environment variables', () => {
    expect(settingNames.filter((name) => !/^[A-Z][A-Z_]+$/.test(name))).toEqual([]);
  });
});

describe('the page of deployments', () => {
  it('lists every context that a deployment may be given', () => {
    const page = readFileSync('lib/aws/README.md', 'utf8');
    for (const name of deploymentContextNames) expect(page).toContain(`\`${name}\``);
  });
});
