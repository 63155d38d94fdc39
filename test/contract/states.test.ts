/** State diagrams and reading lists of the modules name existing files, functions and conditions. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { transitions } from '../../shared/modules/payments/operations/status.ts';

/** Modules with states, and how many diagrams each has. */
const statefulModules: readonly (readonly [module: string, diagrams: number])[] = [
  ['attachments', 2],
  ['email', 1],
  ['payments', 2],
  ['progress', 1],
  ['scheduler', 1],
  ['sync', 1],
  ['webhooks', 1],
];

interface Arrow {
  from: string;
  to: string;
  /** The function that writes the transition, and the name of its condition if it has one. */
  names: string[];
}

function arrowsOf(diagram: string): Arrow[] {
  return diagram
    .trimEnd()
    .split('\n')
    .map((line) => {
      const match = /^ {2}(\S+) --> (\S+): (\w+)(?: \((\w+)\))?$/.exec(line);
      if (match === null) throw new Error(`No arrow: ${line}`);
      const [, from = '', to = '', ...names] = match;
      return { from, to, names: names.filter((name) => name !== undefined) };
    });
}

function pageOf(module: string) {
  const file = `shared/modules/${module}/README.md`;
  const text = readFileSync(file, 'utf8');
  const diagrams = [...text.matchAll(/```mermaid\nstateDiagram-v2\n([\s\S]*?)```/g)].map(([, body = '']) =>
    arrowsOf(body),
  );
  const [, table = ''] = /^\| Files in reading order \|.*\n\|.*\n((?:\|.*\n?)+)/m.exec(text) ?? [];
  const files = table
    .split('\n')
    .flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, path = '']) => path))
    .map((path) => join(dirname(file), path));
  return { diagrams, files };
}

const kernelWrites = readFileSync('shared/kernel/table/write.ts', 'utf8');

describe.each(statefulModules)('the page of %s', (module, count) => {
  const { diagrams, files } = pageOf(module);

  it('contains a state diagram', () => {
    expect(diagrams.length).toBe(count);
  });

  it('lists files that exist, in the order in which they are read', () => {
    expect(files.length).toBeGreaterThan(5);
    expect(files.filter((path) => !existsSync(path))).toEqual([]);
  });

  it('names on each arrow a function and a condition of these files', () => {
    const code = [...files.filter(existsSync).map((path) => readFileSync(path, 'utf8')), kernelWrites].join(
      '\n',
    );
    const isDefined = (name: string) => new RegExp(`\\b(?:function|const) ${name}\\b`).test(code);
    const names = diagrams.flat().flatMap((arrow) => arrow.names);
    expect(names.filter((name) => !isDefined(name))).toEqual([]);
  });
});

it('shows exactly the payment transitions that the code allows', () => {
  const drawn = (pageOf('payments').diagrams[0] ?? []).filter(({ from }) => from !== '[*]');
  const allowed = Object.entries(transitions).flatMap(([from, next]) => next.map((to) => `${from} ${to}`));
  expect(drawn.map(({ from, to }) => `${from} ${to}`).toSorted()).toEqual(allowed.toSorted());
});
