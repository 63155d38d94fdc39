/** Texts of callers that once took minutes: runs in the middle, and many combining marks. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decompose,
  includesText,
  indexOfText,
  lastIndexOfText,
  splitText,
  strip,
  stripEnd,
} from '../../shared/kernel/base/linear-text.ts';
import { compileCondition } from '../../shared/kernel/conditions/evaluator.ts';
import { order } from '../../shared/kernel/conditions/values.ts';
import { evaluateExpression } from '../../shared/kernel/expressions/expression.ts';
import { requestedRange } from '../../shared/kernel/http/byte-range.ts';
import { webhookUrlProblem } from '../../shared/kernel/outbound/url.ts';
import { slugOf as fileSlugOf } from '../../shared/modules/attachments/attachment.ts';
import { cleanText } from '../../shared/modules/attachments/extraction/content.ts';
import { foldText, indexWords } from '../../shared/modules/attachments/extraction/words.ts';
import {
  extensionOf,
  isAcceptedExtension,
  isActiveName,
  isExecutableName,
  sanitizeFileName,
} from '../../shared/modules/attachments/upload/file-name.ts';
import { slugOf } from '../../shared/modules/identity/directory/slug.ts';
import { readCsvHead } from '../../shared/modules/sync/adapters/file-format.ts';
import { transformed } from '../../shared/modules/sync/mappings/transforms.ts';
import { publishedType } from '../../shared/modules/webhooks/inbound/receipt.ts';

const run = (text: string) => text.repeat(Math.ceil(200_000 / text.length));
const marks = run('\u0301\u0323');

/** In quadratic time each of these took 10 s and more. */
const maxMs = 2_000;

function readHead(line: string) {
  const raw = { bytes: Buffer.from(line), endOffset: line.length, lineEndOffset: line.length };
  return readCsvHead(raw, 'id');
}

const ofFile = { ifRange: undefined, etag: '"a"', totalBytes: 9 };
const isPublic = { allowPrivate: false };

const cases: readonly [string, () => unknown][] = [
  ['the extension of a file name of dots', () => extensionOf(`${run('.')}a`)],
  ['the extension of a file name of blanks', () => extensionOf(`${run(' ')}a`)],
  ['the check of a file name of dots for programs', () => isExecutableName(`${run('.')}a`)],
  ['the check of a file name of dots for scripts', () => isActiveName(`${run('.')}a`)],
  ['the check of a file name of dots for its extension', () => isAcceptedExtension(`${run('.')}a`, ['pdf'])],
  ['a stored file name of underscores', () => sanitizeFileName(`a${run('_')}a`)],
  ['a stored file name of dots and underscores', () => sanitizeFileName(`${run('._')}a`)],
  ['a stored file name of marks', () => sanitizeFileName(`a${marks}`)],
  ['the slug of a file name of dashes', () => fileSlugOf(`a${run('-')}a`)],
  ['the slug of a name of dashes', () => slugOf(`a${run('-')}a`)],
  ['the slug of a name of marks', () => slugOf(`a${marks}`)],
  ['the text of a file of blanks', () => cleanText(`${run(' ')}x`)],
  ['the text of a file of tabs and carriage returns', () => cleanText(`${run('\t\r')}x`)],
  ['the words of a text of marks', () => indexWords(`a${marks}`)],
  ['the words of a text of half-width marks', () => indexWords(`ｶ${run('\u0301\uff9e')}`)],
  ['a byte range of blanks', () => requestedRange({ ...ofFile, range: `bytes=${run(' ')}-${run(' ')}x` })],
  ['the event of a message with a type of dots', () => publishedType('github', `${run('.')}a`)],
  ['the URL of a webhook with a host of dots', () => webhookUrlProblem(`https://a${run('.')}b/`, isPublic)],
  ['the order of two texts of marks', () => order(`a${marks}`, `a${run('\u0323\u0301')}`)],
  [
    'a condition that searches a part of one letter in a text of the same letter',
    () => {
      const value = `${'a'.repeat(50_000)}b${'a'.repeat(50_000)}`;
      const rules = Array.from({ length: 20 }, () => ({ field: 'text', operator: 'CONTAINS', value }));
      const condition = compileCondition({ operator: 'OR', rules });
      return condition.evaluate({ data: { text: run('a') }, resolve: () => undefined });
    },
  ],
  ...[
    'text.contains(part)',
    'part in text',
    'text.indexOf(part)',
    'text.lastIndexOf(part)',
    'text.split(part)',
    'text.replace(part, "")',
  ].map((call): [string, () => unknown] => [
    `the expression ${call} on a text of one letter, twenty times`,
    () => {
      const half = 'a'.repeat(25_000);
      const data: Record<string, string> = { text: 'a'.repeat(100_000), part: `${half}b${half}` };
      return evaluateExpression(`range(0, 20).map(i, ${call})`, { resolve: (name) => data[name] });
    },
  ]),
  [
    'the expression format with a long pattern',
    () => evaluateExpression('format("2026-11-28", pattern, "Europe/Oslo")', { resolve: () => run('%z') }),
  ],
  ['the header of a CSV file of columns', () => readHead(`id,${run('x').replaceAll('x', 'x,')}`)],
  ['the header of a CSV file of quotes', () => readHead(`id,${run('"')}`)],
];

function outcome(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

/** CPU milliseconds, which other processes do not affect. */
function cpuMs(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

describe('a text of 200 000 characters is processed quickly:', () => {
  it.each(cases)('%s', (_, work) => {
    expect(cpuMs(() => outcome(work))).toBeLessThan(maxMs);
  });

  it.each(['number', 'integer'] as const)('a cell of digits that becomes a %s', (transform) => {
    const work = () => expect(() => transformed(transform, `${run('1')}x`)).toThrow('is not');
    expect(cpuMs(work)).toBeLessThan(maxMs);
  });
});

describe('stripping', () => {
  it('removes the same as a regular expression', () => {
    const aText = fc.string({ unit: fc.constantFrom('.', '_', 'a', ' ') });
    fc.assert(
      fc.property(aText, (text) => {
        expect(stripEnd(text, '._')).toBe(text.replace(/[._]+$/, ''));
        expect(strip(text, '._')).toBe(text.replaceAll(/^[._]+|[._]+$/g, ''));
      }),
    );
  });
});

describe('searching a text', () => {
  const aText = (minLength: number) =>
    fc.string({ unit: fc.constantFrom('a', 'b'), minLength, maxLength: 12 });

  it('finds the same as `includes`', () => {
    fc.assert(
      fc.property(aText(0), aText(6), aText(0), (before, repeated, after) => {
        // The texts are too long for `includes`.
        const part = repeated.repeat(600);
        const text = `${before}${part}${after}`;
        for (const one of [part, `b${part}`, `${part}a`]) {
          expect(includesText(text, one)).toBe(text.includes(one));
          expect(indexOfText(text, one)).toBe(text.indexOf(one));
          expect(lastIndexOfText(text, one)).toBe(text.lastIndexOf(one));
          expect(splitText(text, one)).toEqual(text.split(one));
        }
      }),
      { numRuns: 30 },
    );
  });

  it('finds a part at the beginning, in the middle and at the end of a long text', () => {
    const [long, part] = [run('ab'), run('ba')];
    const texts = [`${part}c${long}`, `${long}c${part}c${long}`, `${long}c${part}`];
    expect(texts.map((text) => includesText(text, `${part.slice(1)}c`))).toEqual([true, true, false]);
    expect(texts.map((text) => includesText(text, `c${part}`))).toEqual([false, true, true]);
  });
});

describe('decomposing', () => {
  it('is normalization, except for letters with more than 30 marks', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(decompose(text)).toBe(text.normalize('NFKD'));
      }),
    );
    expect(decompose(`a${'\u0301'.repeat(31)}b`)).toBe(`a${'\u0301'.repeat(30)}b`);
    expect(decompose('é')).toBe('e\u0301');
  });

  it('returns words without accents for text with any number of marks', () => {
    expect(foldText(`Caf${'e'}${marks} du monde`)).toBe('cafe du monde');
  });
});

describe('the text of a file', () => {
  it('is trimmed at the ends of its lines only', () => {
    expect(cleanText('a \t b \u00a0\n  c\t\n\td')).toBe('a \t b\n  c\n\td');
  });
});
