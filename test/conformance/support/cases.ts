/** Which cases exist, read from the files: which page they prove, and which guarantees they leave unproved, and why. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A case of a guarantee. */
export interface Case {
  /** `<page>.<id>`. */
  id: string;
  /** From the project's root. */
  file: string;
  /** Why no request can show it; undefined for a case that does. */
  reason?: string;
}

const projectRoot = join(import.meta.dirname, '../../..');

/** Reads the cases in a file's text. Throws when it names no page. */
function casesIn(file: string, source: string): Case[] {
  const page = /\b(?:conformance|casesOf)\('([a-z]+)'\)/.exec(source)?.[1];
  if (page === undefined) throw new Error(`${file} names no page.`);
  const proved = [...source.matchAll(/\bproves(?:<[^(]*>)?\(\s*'([a-z0-9-]+)'/g)].map(([, id]) => ({
    id: `${page}.${id}`,
    file,
  }));
  const unproved = [...source.matchAll(/\bunproved\(\s*'([a-z0-9-]+)',\s*'([^']+)'/g)].map(
    ([, id, reason = '']) => ({ id: `${page}.${id}`, file, reason }),
  );
  return [...proved, ...unproved];
}

/** All cases, by file. */
export function allCases(): Case[] {
  return globSync('test/conformance/**/*.ts', { cwd: projectRoot, exclude: ['test/conformance/support'] })
    .toSorted()
    .flatMap((file) => casesIn(file, readFileSync(join(projectRoot, file), 'utf8')));
}

/** The file that proves the operations of a module. */
export function operationsFileOf(module: string): string {
  const only = `test/conformance/${module}.ts`;
  return existsSync(join(projectRoot, only)) ? only : `test/conformance/${module}/operations.ts`;
}
