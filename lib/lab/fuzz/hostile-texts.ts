/** Texts that no endpoint expects: malformed, too long, or special to a parser. */
import fc from 'fast-check';
import { anyText } from './any-text.ts';

/** Names that a plain object inherits from its prototype. */
export const prototypeNames = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'valueOf',
  'hasOwnProperty',
  '__defineGetter__',
  'then',
] as const;

/** Lone surrogates, also where a text is cut. */
export const loneSurrogates = [
  '\ud800',
  '\udc00',
  'a\ud83d',
  '\ude00b',
  '\ude00\ud83d',
  '\udbff\udbff',
] as const;

export const runCharacters = 100_000;

const repeatedTexts = [
  '.',
  ' ',
  '0',
  '9',
  'a',
  '-',
  '/',
  ',',
  ';',
  '"',
  '(',
  '[',
  '\\',
  '\t',
  '\n',
  '%',
  '@',
  '=',
  '😀',
];

/**
 * Repeated characters, which make a super-linear pattern, parser or comparison slow. A different last character makes
 * a pattern retry from every position.
 */
export const longRun: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom('', 'a', '1', '"'),
    fc.constantFrom(...repeatedTexts),
    fc.constantFrom(runCharacters, 10_000, 1_100),
    fc.constantFrom('', '!', 'x', '\n'),
  )
  .map(([start, text, count, ending]) => `${start}${text.repeat(count)}${ending}`);

/** A length of ids that exceeds DynamoDB's key size. */
export const longIdCharacters = 3_000;

export const longId: fc.Arbitrary<string> = fc
  .constantFrom('a', '0', '.', '-', '0d6b6a52-', '#', '😀')
  .map((text) => text.repeat(Math.ceil(longIdCharacters / text.length)).slice(0, longIdCharacters));

/** Lengths at which texts are cut or refused, whether or not a schema names them. */
const commonLimits = [
  32, 50, 64, 100, 120, 200, 254, 255, 256, 500, 512, 1_000, 1_024, 2_000, 2_048, 4_096, 5_000,
];

/** Emoji before, at and after a limit: as many UTF-16 units or code points as the limit, or one more. */
export function emojiAtLimit(limit: number): fc.Arbitrary<string> {
  const filler = (count: number) => 'x'.repeat(Math.max(0, count));
  const builders = [
    // The pair ends at the limit.
    () => `${filler(limit - 2)}😀`,
    // The limit cuts the pair; in code points the text just fits.
    () => `${filler(limit - 1)}😀`,
    () => `${filler(limit)}😀`,
    () => '😀'.repeat(limit),
    () => '😀'.repeat(Math.floor(limit / 2)),
    () => `x${'😀'.repeat(Math.floor(limit / 2))}`,
    // One grapheme of several code points across the limit.
    () => `${filler(limit - 3)}👩‍👧‍👦`,
  ];
  return fc.constantFrom(...builders).map((build) => build());
}

export const emojiAtCommonLimit: fc.Arbitrary<string> = fc.constantFrom(...commonLimits).chain(emojiAtLimit);

/** Syntax of patterns, schedules, addresses and tables. */
const syntaxTexts = [
  '(a+)+$',
  '^(([a-z])+.)+[A-Z]([a-z])+$',
  `${'(a?)'.repeat(500)}${'a'.repeat(500)}`,
  `${'a{1,1000}'.repeat(10)}!`,
  '(?=a)\\1[',
  `${'*/1,'.repeat(2_000)}* * * *`,
  '0 0 31 2 *',
  'rate(0 minutes)',
  `https://${'a.'.repeat(2_000)}example`,
  'http://[::1]:99999/',
  `a@${'b.'.repeat(2_000)}c`,
  `=HYPERLINK("http://evil.example";"x")\n${'"'.repeat(1_001)},`,
  `x,y\r\n"${'z'.repeat(10_000)}`,
  '{{constructor.constructor("return 1")()}}',
  `${'{{'.repeat(5_000)}`,
] as const;

const shortTexts = [
  '',
  ' ',
  '\u0000',
  '\u202etxt',
  '\ufeff',
  'a\r\nx-injected: 1',
  'x'.repeat(10_001),
  "' OR 1=1 --",
  '../../etc/passwd',
  '%00',
  '#',
  'null',
  'NaN',
  'Infinity',
  '0x10',
  '1e3',
  '1e300',
  '9'.repeat(60),
  `0.${'1'.repeat(60)}`,
  '١٢٣',
  '2026-02-30',
  '2026-13-45T99:99:99Z',
  '+275760-09-13T00:00:00.001Z',
  '0000-00-00',
] as const;

/** Texts of at most a few thousand characters, for paths, queries and headers. */
export const shortHostileText: fc.Arbitrary<string> = fc.oneof(
  { arbitrary: fc.constantFrom<string>(...shortTexts), weight: 4 },
  { arbitrary: fc.constantFrom<string>(...prototypeNames, ...loneSurrogates), weight: 3 },
  { arbitrary: anyText({ maxLength: 40 }), weight: 2 },
  { arbitrary: fc.constantFrom<string>(...syntaxTexts), weight: 2 },
  { arbitrary: longId, weight: 2 },
  { arbitrary: emojiAtCommonLimit, weight: 2 },
);

/** Texts that no endpoint expects. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { arbitrary: shortHostileText, weight: 5 },
  { arbitrary: longRun, weight: 2 },
);
