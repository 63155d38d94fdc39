import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { verbs } from '../../bin/admin/program.ts';
import { readArguments } from '../../lib/deploy/arguments.ts';

const model = 'lib/aws/threat-model.md';
const read = (file: string) => readFileSync(file, 'utf8');
const isVerb = (words: string): boolean =>
  verbs.some(({ command }) => words === command || words.startsWith(`${command} `));
const rows = read(model)
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| Threat '));

/** Returns the link targets of a page, without other sites. */
const linksIn = (text: string): string[] =>
  [...text.matchAll(/\]\(([^)]+)\)/g)]
    .map(([, link = '']) => link)
    .filter((link) => !link.startsWith('https:'));

describe('the threat model', () => {
  it('names an existing test for every guard', () => {
    expect(rows.length).toBeGreaterThan(15);
    for (const row of rows) {
      const links = linksIn(row);
      expect(links.length, row).toBeGreaterThan(0);
      for (const link of links) {
        const file = join(dirname(model), link);
        expect(file).toMatch(/^test\/(.+\.test|conformance\/[a-z/-]+)\.ts$/);
        expect(existsSync(file), file).toBe(true);
        expect(read(file), file).toMatch(/\b(it(\.each)?|proves)[.(<]/);
      }
    }
  });

  it('lists the address guard, the upload guards and the signature checks', () => {
    for (const guard of ['Address guard', 'Upload guards', 'Signature checks'])
      expect(rows.filter((row) => row.includes(`**${guard}**`))).toHaveLength(1);
  });
});

describe('the restore runbook', () => {
  const runbook = read('lib/aws/restore.md');

  it('names only files that exist, and commands that the tool knows', () => {
    const files = [...runbook.matchAll(/`((?:bin|lib|functions|shared|test)\/[\w./-]*)`/g)].map(
      ([, file = '']) => file,
    );
    expect(files.filter((file) => !existsSync(file))).toEqual([]);
    const commands = [...runbook.matchAll(/npm run admin -- ((?:[a-z]+ ?)+)/g)].map(([, text = '']) =>
      text.trim(),
    );
    expect(commands.length).toBeGreaterThan(5);
    for (const command of commands) expect(isVerb(command), command).toBe(true);
  });

  it('describes how to restore settings that DynamoDB does not restore', () => {
    for (const part of ['stream', 'TTL', 'mappings', 'schedules', 'Revoke'])
      expect(runbook).toContain(`**${part}**`);
  });
});

describe('the page of deploying', () => {
  const page = read('lib/aws/deploying.md');
  const commands = [...page.matchAll(/npm run (?:--silent )?(deploy|admin) -- ([^\n`|#]+)/g)];

  it('names only options that the deploy command has, and verbs that the admin tool has', () => {
    const [deployments, admin] = ['deploy', 'admin'].map((tool) =>
      commands.filter(([, name]) => name === tool).map(([, , args = '']) => args.trim()),
    );
    expect(deployments?.length).toBeGreaterThan(4);
    for (const args of deployments ?? []) expect(() => readArguments(args.split(' ')), args).not.toThrow();
    expect(admin?.length).toBeGreaterThan(3);
    for (const args of admin ?? []) expect(isVerb(args.replace(/ --.*$/, '')), args).toBe(true);
  });

  it('gets from the first administrator to the first request in five commands', () => {
    const [, block = ''] = /## The first administrator[\s\S]*?```sh\n([\s\S]*?)```/.exec(page) ?? [];
    expect(block.trim().split('\n')).toHaveLength(5);
  });

  it('has links with existing targets', () => {
    const files = linksIn(page).map((link) => join('lib/aws', link.replace(/#.*$/, '')));
    expect(files.filter((file) => !existsSync(file))).toEqual([]);
  });
});
