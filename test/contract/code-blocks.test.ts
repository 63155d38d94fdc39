/** Diagrams and code blocks of the pages are well-formed. Other tests run them. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { validate } from '@probelabs/maid';
import { parseSync } from 'oxc-parser';
import { describe, expect, it } from 'vitest';
import { projectPages } from '../support/fixtures/pages.ts';

interface Block {
  place: string;
  language: string;
  code: string;
}

/** The fenced blocks of a page, each with the line of its fence. */
function blocksOf(file: string): Block[] {
  const page = readFileSync(file, 'utf8');
  return [...page.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(
    ({ 1: language = '', 2: code = '', index }) => ({
      place: `${file}:${page.slice(0, index).split('\n').length}`,
      language,
      code,
    }),
  );
}

/** Pages show entries of an extension file without the code around them. */
const isPartOfFile = (code: string) => code.startsWith('// shared/extensions/');

function scriptProblem(code: string, language: string): string | undefined {
  return isPartOfFile(code) ? undefined : parseSync(`page.${language}`, code).errors[0]?.message;
}

function jsonProblem(code: string): string | undefined {
  try {
    JSON.parse(code);
    return;
  } catch (error) {
    return String(error);
  }
}

/** `<id>` stands for a value; a shell would read it as a redirection. */
const shellProblem = (code: string) =>
  spawnSync('bash', ['-n'], { input: code.replaceAll(/<[\w ,]+>/g, 'value'), encoding: 'utf8' }).stderr ||
  undefined;

const problemOf: Readonly<Record<string, (code: string, language: string) => string | undefined>> = {
  mermaid: (code) => validate(code).errors.find(({ severity }) => severity === 'error')?.message,
  json: jsonProblem,
  js: scriptProblem,
  ts: scriptProblem,
  sh: shellProblem,
  // `test/unit/webhooks/readme-samples.test.ts` runs it.
  python: () => undefined,
};

const blocks = projectPages().flatMap(blocksOf);

describe('the blocks of the pages', () => {
  it('name their language', () => {
    expect(blocks.filter(({ language }) => !(language in problemOf)).map(({ place }) => place)).toEqual([]);
  });

  it('are well-formed', () => {
    expect(new Set(blocks.map(({ language }) => language))).toEqual(new Set(Object.keys(problemOf)));
    const problems = blocks.flatMap(({ place, language, code }) => {
      const problem = problemOf[language]?.(code, language);
      return problem === undefined ? [] : [`${place}: ${problem}`];
    });
    expect(problems).toEqual([]);
  });
});
