/** Part of `npm run lint`: banned words in texts, comments and names (`lib/lint/words.ts`), and long sentences in Markdown
 * (`lib/lint/sentences.ts`). Spelling is checked by cspell. */
import { globSync, readFileSync } from 'node:fs';
import { longSentences, maxSentenceWords } from '../lib/lint/sentences.ts';
import { wordProblems } from '../lib/lint/words.ts';

/** The list itself and its test contain the banned words. */
const aboutWords = ['lib/lint/words.ts', 'test/unit/lint/prose.test.ts'];
/** Generated from other files, which are checked. */
const generated = /^shared\/clients\/typescript\/openapi\.ts$|^lib\/console\/dist\//;

const files = ['*.{md,json,jsonc}', '{bin,functions,lib,shared,test}/**/*.{ts,tsx,mjs,css,md}', '.ci/*']
  .flatMap((pattern) => globSync(pattern, { exclude: ['**/node_modules'] }))
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => !aboutWords.includes(path) && !generated.test(path) && path !== 'package-lock.json');

let problems = 0;
function report(place: string, text: string): void {
  problems += 1;
  console.error(`${place}: ${text}`);
}

for (const path of files) {
  for (const problem of wordProblems(path))
    report(path, `its name has "${problem.found}": ${problem.instead}`);
  const text = readFileSync(path, 'utf8');
  for (const { line, found, instead } of wordProblems(text))
    report(`${path}:${line}`, `"${found}": ${instead}`);
  if (!path.endsWith('.md')) continue;
  for (const { line, words, beginning } of longSentences(text))
    report(`${path}:${line}`, `a sentence of ${words} words, more than ${maxSentenceWords}: ${beginning} …`);
}

if (problems > 0) process.exitCode = 1;
else console.log(`${files.length} files have no banned words.`);
