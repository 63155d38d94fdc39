import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { allPages, conformancePage, unmatched } from '../conformance/support/page.ts';
import { folderOfTest } from '../support/folders.ts';

describe('the sentences of the interface', () => {
  it('each have a case, and each case has a sentence', () => {
    expect(unmatched()).toEqual({ withoutCase: [], withoutSentence: [] });
  });

  it('have unique ids', () => {
    const ids = allPages().flatMap(({ guarantees, sentences }) =>
      [...guarantees, ...sentences].map(({ id }) => id),
    );
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  it('are listed in CONFORMANCE.md; if this fails, run "npm run openapi"', () => {
    expect(readFileSync('CONFORMANCE.md', 'utf8') === conformancePage()).toBe(true);
  });
});

describe('npm run conform, if nothing responds', () => {
  const host = 'http://127.0.0.1:1';
  const conform = (args: readonly string[], dataDir: string) => {
    const env = { ...process.env, DATA_DIR: dataDir };
    const run = spawnSync(process.execPath, ['bin/conform.ts', ...args], { env, encoding: 'utf8' });
    return { code: run.status, problem: run.stderr.split('\n')[0] };
  };

  it('names the host', () => {
    const problem = `Nothing responds at ${host}.`;
    expect(conform(['--host', host, '--key', 'x'], folderOfTest())).toEqual({ code: 2, problem });
  });

  it('says how to start the platform on this machine', () => {
    const dataDir = folderOfTest();
    writeFileSync(join(dataDir, 'access.json'), JSON.stringify({ baseUrl: host, keys: {} }));
    const problem = expect.stringMatching(/^Nothing responds at .* \(npm start\)\.$/);
    expect(conform([], dataDir)).toEqual({ code: 2, problem });
  });
});
