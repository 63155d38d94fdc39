/** Every command, path, endpoint and setting that the pages name exists. */

import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { longForms } from '../../bin/admin/flags.ts';
import { verbs } from '../../bin/admin/program.ts';
import { stageOptionTexts } from '../../lib/aws/stage/stage-options.ts';
import { stageDefaults } from '../../lib/aws/stage/stages.ts';
import { benches } from '../../lib/lab/bench/registry.ts';
import { endpoints } from '../../shared/catalog/endpoints.ts';
import { sections } from '../../shared/catalog/sections.ts';
import { platformResources } from '../../shared/extensions/resources.ts';
import type { EndpointSpec } from '../../shared/kernel/http/endpoint-spec.ts';
import { commandsOf } from '../support/clients/shell-blocks.ts';
import { projectPages } from '../support/fixtures/pages.ts';

const readme = readFileSync('README.md', 'utf8');
/** Written by `npm run openapi`; a reference page. */
const table = 'shared/catalog/ENDPOINTS.md';
/** Complete programs that a test compiles and runs. */
const guide = 'shared/EXTENDING.md';
/** Grows with each change that users notice. */
const changelog = 'CHANGELOG.md';
const conformance = 'CONFORMANCE.md';
/** The list of a module's guarantees is looked up, not read from the beginning to the end. */
const withoutGuarantees = (text: string): string =>
  text.replace(/^## Guarantees\n[\s\S]*?(?=^## |$(?![\s\S]))/m, '');
const pages = projectPages().map((file) => ({ file, text: readFileSync(file, 'utf8') }));
const { scripts }: { scripts: Record<string, string> } = JSON.parse(readFileSync('package.json', 'utf8'));

/** Returns the first group of all matches in all pages, with the page. */
function named(pattern: RegExp): { file: string; name: string }[] {
  return pages.flatMap(({ file, text }) =>
    [...text.matchAll(pattern)].map(([, name = '']) => ({ file, name })),
  );
}

const commands = pages.flatMap(({ text }) => commandsOf(text));

function endpointAt(method: string, path: string) {
  const isHere = (pattern: string) =>
    new RegExp(`^${pattern.replaceAll(/\{\w+\+?\}/g, '[^/]+')}$`).test(path.replaceAll(/\{\w+\}/g, 'x'));
  return endpoints.find(
    (one: EndpointSpec) => one.method === method && [one.path, ...(one.otherPaths ?? [])].some(isHere),
  );
}

describe('README.md and the other pages', () => {
  it('name only files and folders that exist', () => {
    const paths = named(/`((?:bin|lib|functions|shared|test)\/[\w./-]*)`/g);
    expect(paths.length).toBeGreaterThan(40);
    // Written by builds, and not committed.
    const isBuilt = ({ name }: { name: string }) => name === 'lib/console/dist/';
    expect(paths.filter((path) => !existsSync(path.name) && !isBuilt(path))).toEqual([]);
  });

  it('link only pages and headings that exist', () => {
    const anchorOf = (heading: string) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\w -]/g, '')
        .replaceAll(' ', '-');
    const broken = named(/\]\((?!https?:)([^)]+)\)/g).filter(({ file, name }) => {
      const [path = '', anchor] = name.split('#');
      const target = path === '' ? file : join(dirname(file), path);
      if (!existsSync(target)) return true;
      const headings = [...readFileSync(target, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, text = '']) =>
        anchorOf(text),
      );
      return anchor !== undefined && !headings.includes(anchor);
    });
    expect(broken).toEqual([]);
  });

  it('name only npm scripts that exist', () => {
    expect(named(/npm run ([\w:]+)/g).filter(({ name }) => scripts[name] === undefined)).toEqual([]);
  });

  it('name only endpoints that exist', () => {
    const calls = named(/`((?:GET|POST|PUT|PATCH|DELETE) \/(?:api|docs)\/[^`?… ]+)/g);
    expect(calls.length).toBeGreaterThan(150);
    const missing = calls.filter(({ name }) => {
      const [method = '', path = ''] = name.split(' ');
      return endpointAt(method, path) === undefined;
    });
    expect(missing).toEqual([]);
  });

  it('name only existing paths of the control port', () => {
    const control = readFileSync('lib/local/control.ts', 'utf8');
    const missing = named(/`((?:GET|POST|PUT|DELETE) :4401\/[\w/-]+)/g).filter(
      ({ name }) => !control.includes(`'${name.replace(':4401', '')}'`) && !name.includes('/stripe'),
    );
    expect(missing).toEqual([]);
  });

  it('name only settings and variables that the code reads', () => {
    const code = globSync('{bin,lib,shared,test/support,test/integration,test/unit}/**/*.{ts,mjs}', {
      exclude: ['**/node_modules'],
    })
      .map((file) => readFileSync(file, 'utf8'))
      .join('\n');
    const names = named(/`([A-Z][A-Z_]{4,})(?:=[^`]*)?`/g).filter(({ name }) => name.includes('_'));
    expect(names.length).toBeGreaterThan(5);
    const unknown = names.filter(({ name }) => !new RegExp(`\\b${name}`).test(code));
    expect(unknown).toEqual([]);
  });

  it('show only existing commands of npm, the admin tool and the bench, and valid requests', () => {
    const wrong = commands.filter((command) => {
      const words = command.split(/\s+/);
      const [program, verb, script = ''] = words;
      const flags = [...command.matchAll(/ --([a-zA-Z-]+)/g)].map(([, flag = '']) => flag);
      if (command.startsWith('npm run admin')) {
        const [noun, what] = words.slice(words.indexOf('--') + 1);
        const names = [noun, `${noun} ${what}`];
        const isVerb = verbs.some((one) => names.includes(one.command));
        return !isVerb || !flags.every((flag) => longForms.includes(flag));
      }
      if (program === 'npm')
        return verb === 'run' ? scripts[script] === undefined : scripts[verb ?? ''] === undefined;
      // The last column is a command's output.
      return program !== 'curl' && !/^([A-Z]+=|access\(\) |aws [a-z0-9]+ |npx cdk |\[#)/.test(command);
    });
    expect(wrong).toEqual([]);
    const measured = named(/npm run bench ([a-z][\w-]+)/g);
    expect(measured.filter(({ name }) => !benches.some((bench) => bench.name === name))).toEqual([]);
  });

  it('show only requests that the contracts accept', () => {
    const requests = commands.filter((command) => command.startsWith('curl'));
    expect(requests.length).toBeGreaterThan(3);
    const problems = requests.flatMap((command) => {
      const url = /(?:["\s\d]|\$HOST)(\/api\/[^"?\s]*)/.exec(command)?.[1];
      if (url === undefined) return [];
      const path = url.replaceAll(/\$\{?\w+\}?/g, 'x');
      const method = /-X (\w+)/.exec(command)?.[1] ?? (/ -[dF] /.test(command) ? 'POST' : 'GET');
      const endpoint = endpointAt(method, path);
      if (endpoint === undefined) return [`${method} ${path} is no endpoint.`];
      const json = /-d '(\{[\s\S]*\})'/.exec(command)?.[1];
      if (json === undefined || endpoint.body === undefined) return [];
      const parsed = z.safeParse(endpoint.body, JSON.parse(json));
      return parsed.success ? [] : [`${method} ${path}: ${parsed.error.message}`];
    });
    expect(problems).toEqual([]);
  });
});

describe('README.md', () => {
  it('describes the product in three sentences', () => {
    const [, introduction = ''] = readme.split(/^(?:# .+|```mermaid)$/m);
    expect(introduction.match(/\.(?=\s|$)/g)?.length).toBe(3);
  });

  it('has at most 12 kB', () => {
    expect(Buffer.byteLength(readme)).toBeLessThanOrEqual(12_000);
  });

  it('links no page twice, and reaches every page in two links', () => {
    const linksOf = (file: string) =>
      [...readFileSync(file, 'utf8').matchAll(/\]\((?!https?:)([^)]+)\)/g)].map(([, link = '']) =>
        join(dirname(file), link),
      );
    const links = linksOf('README.md');
    expect(links.filter((link, index) => links.indexOf(link) !== index)).toEqual([]);
    const linked = links.map((link) => link.replace(/#.*/, ''));
    const reached = new Set([
      'README.md',
      ...linked,
      ...linked.filter((page) => page.endsWith('.md')).flatMap(linksOf),
    ]);
    expect(projectPages().filter((page) => !reached.has(page))).toEqual([]);
  });

  it('links only short pages', () => {
    const long = pages.filter(
      ({ file, text }) =>
        ![table, guide, changelog, conformance].includes(file) &&
        withoutGuarantees(text).split('\n').length > 200,
    );
    expect(long.map(({ file }) => file)).toEqual([]);
  });

  it('names the location of every module and folder', () => {
    const [, section = ''] = /## Modules\n([\s\S]*?)\n## /.exec(readme) ?? [];
    const named = [...section.matchAll(/[\w-]+/g)].map(([name]) => name);
    const folders = ['functions/*/', 'shared/modules/*/', 'lib/*/'].flatMap((pattern) => globSync(pattern));
    const own = platformResources.map(({ module }) => module);
    expect(
      folders
        .map((folder) => basename(folder))
        .filter((name) => !own.includes(name) && !named.includes(name)),
    ).toEqual([]);
  });
});

describe('the table of endpoints', () => {
  it('has a section for every module', () => {
    const text = readFileSync(table, 'utf8');
    for (const { title } of Object.values(sections)) expect(text).toContain(`**${title}**`);
  });
});

describe('the page of deployments', () => {
  it('lists every option of a stage, what it means and its defaults', () => {
    const page = readFileSync('lib/aws/README.md', 'utf8');
    const [prod, other]: Record<string, unknown>[] = ['prod', 'dev'].map((stage) => ({
      ...stageDefaults(stage),
    }));
    const shown = (value: unknown) =>
      typeof value === 'boolean' ? (value ? 'on' : 'off') : `${value ?? ''}`;
    for (const [name, text] of stageOptionTexts)
      expect(page).toContain(
        `\n| \`${name}\` | ${text} | ${shown(prod?.[name])} | ${shown(other?.[name])} |\n`,
      );
  });
});
