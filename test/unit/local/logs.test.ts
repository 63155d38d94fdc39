import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createFunctionLogs } from '../../../lib/local/lambda/logs.ts';
import { folderOfEachTest } from '../../support/folders.ts';

const dir = folderOfEachTest();
const linesOf = (name: string) => readFileSync(join(dir(), name), 'utf8').split('\n').filter(Boolean);

it('a full log is rotated, and at most two files are kept', async () => {
  const logs = createFunctionLogs({ dir: dir(), quiet: true, maxFileBytes: 100 });
  const sink = logs.sinkFor('create-rule', () => true);
  for (let line = 0; line < 200; line++) sink('stdout', `line ${String(line).padStart(4, '0')}`, undefined);
  await logs.close();
  expect(readdirSync(dir()).toSorted()).toEqual(['create-rule.1.log', 'create-rule.log']);
  expect([...linesOf('create-rule.1.log'), ...linesOf('create-rule.log')]).toEqual(
    Array.from({ length: 20 }, (_, index) => `line ${String(180 + index).padStart(4, '0')}`),
  );
});

it('lines keep their order while a stack trace is mapped, and are read mapped', async () => {
  const mapping = Promise.withResolvers<string>();
  const mapStack = (line: string) => (line === 'stack' ? mapping.promise : undefined);
  const logs = createFunctionLogs({ dir: dir(), quiet: true, mapStack });
  const sink = logs.sinkFor('create-rule', () => true);
  for (const line of ['before', 'stack', 'after']) sink('stdout', line, 'one');
  mapping.resolve('mapped');
  await logs.close();
  expect(linesOf('create-rule.log')).toEqual(['before', 'mapped', 'after']);
  expect(logs.find({ requestId: 'one' }).map(({ line }) => line)).toEqual(['before', 'mapped', 'after']);
});

it('the size of an existing log counts', async () => {
  writeFileSync(join(dir(), 'create-rule.log'), 'x'.repeat(95));
  const logs = createFunctionLogs({ dir: dir(), quiet: true, maxFileBytes: 100 });
  logs.sinkFor('create-rule', () => true)('stdout', 'a new line', undefined);
  await logs.close();
  expect(linesOf('create-rule.log')).toEqual(['a new line']);
  expect(linesOf('create-rule.1.log')).toEqual(['x'.repeat(95)]);
});
