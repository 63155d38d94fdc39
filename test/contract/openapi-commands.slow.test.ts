/** The commands that lint and check the committed OpenAPI document. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderOfTest } from '../support/folders.ts';

const committed = readFileSync('shared/modules/docs/openapi/openapi.json', 'utf8');

interface LintProblem {
  message: string;
  location: { pointer?: string }[];
}

describe('the committed document', () => {
  it('passes the OpenAPI linter without a warning', () => {
    const cli = 'node_modules/@redocly/cli/bin/cli.js';
    const args = [cli, 'lint', '--format', 'json', 'shared/modules/docs/openapi/openapi.json'];
    const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
    const linted = spawnSync(process.execPath, args, { encoding: 'utf8', env });
    expect(linted.stdout, linted.stderr).not.toBe('');
    const { problems }: { problems: LintProblem[] } = JSON.parse(linted.stdout);
    expect(problems.map(({ message, location }) => `${message} ${location[0]?.pointer}`)).toEqual([]);
    expect(linted.status).toBe(0);
  });
});

describe('npm run openapi:check', () => {
  const check = (...args: string[]) =>
    spawnSync(process.execPath, ['bin/openapi.ts', '--check', ...args], { encoding: 'utf8' });

  it('passes while the document is current', () => {
    expect(check()).toMatchObject({ status: 0 });
  });

  it('fails on a stale document, and names the command that repairs it', () => {
    const file = join(folderOfTest(), 'openapi.json');
    writeFileSync(file, committed.replace('"3.1.0"', '"3.0.0"'));
    expect(check('--file', file)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('run "npm run openapi"'),
    });
  });
});
