/** Functions on texts and conversions to text. */
import { includesText, indexOfText, lastIndexOfText, splitText } from '../base/linear-text.ts';
import { matchedGroups, matches, matchProblem } from '../base/match.ts';
import { ExpressionError } from './expression-error.ts';
import {
  type Arguments,
  assertFits,
  type ExpressionFunction,
  made,
  madeList,
  type Spend,
} from './function-spec.ts';
import { areSame, isMap, isNumber, toText, typeOf } from './values.ts';

/** Characters from `start` to before `end`; negative positions count from the end. */
const sliced = (text: string, start: number, end?: number): string => [...text].slice(start, end).join('');

/** The arguments of a function that matches a text. Throws ExpressionError for a pattern that never matches. */
function matched(args: Arguments, spend: Spend): [text: string, pattern: string] {
  const [text, pattern] = [args.text(0), args.text(1)];
  const problem = matchProblem(pattern);
  if (problem !== undefined) throw new ExpressionError(`the pattern ${problem}`);
  spend(200 + 2 * text.length);
  return [text, pattern];
}

export const textFunctions = {
  size: {
    parameters: ['text, list or map'],
    description: 'Number of characters, elements or keys.',
    example: ['size("Åse")', 3],
    run: (args, spend) => {
      const value = args.any(0);
      if (Array.isArray(value)) return value.length;
      if (isMap(value)) {
        const { length } = Object.keys(value);
        spend(Math.ceil(length / 10));
        return length;
      }
      const text = args.text(0);
      spend(Math.ceil(text.length / 100));
      return [...text].length;
    },
  },
  contains: {
    parameters: ['text or list', 'part'],
    description: 'Whether a text contains a part, or a list an element.',
    example: ['"Hello".contains("ell")', true],
    run: (args, spend) => {
      const value = args.any(0);
      if (Array.isArray(value)) return value.some((item) => areSame(item, args.any(1), spend));
      return includesText(made(args.text(0), spend), args.text(1));
    },
  },
  startsWith: {
    parameters: ['text', 'part'],
    description: 'Whether a text begins with a part.',
    example: ['"NO-1001".startsWith("NO-")', true],
    run: (args) => args.text(0).startsWith(args.text(1)),
  },
  endsWith: {
    parameters: ['text', 'part'],
    description: 'Whether a text ends with a part.',
    example: ['"a.pdf".endsWith(".pdf")', true],
    run: (args) => args.text(0).endsWith(args.text(1)),
  },
  matches: {
    parameters: ['text', 'pattern'],
    description: 'Whether an RE2 pattern matches somewhere in the text; the limits are those of `MATCHES`.',
    example: ['"NO-1001".matches("^[A-Z]{2}-[0-9]+$")', true],
    run: (args, spend) => matches(...matched(args, spend)),
  },
  extract: {
    parameters: ['text', 'pattern'],
    description:
      'The first part that an RE2 pattern matches, then what its groups match; an empty list without a match.',
    example: ['"NO-1001".extract("^([A-Z]+)-([0-9]+)$")', ['NO-1001', 'NO', '1001']],
    run: (args, spend) => madeList(matchedGroups(...matched(args, spend)) ?? [], spend),
  },
  lower: {
    parameters: ['text'],
    description: 'In lower case; also `lowerAscii`.',
    example: ['"Åse".lower()', 'åse'],
    run: (args, spend) => made(args.text(0), spend).toLowerCase(),
  },
  lowerAscii: {
    parameters: ['text'],
    description: 'In lower case, of the letters A to Z only.',
    example: ['"HELLO".lowerAscii()', 'hello'],
    run: (args, spend) => made(args.text(0), spend).replace(/[A-Z]/g, (letter) => letter.toLowerCase()),
  },
  upper: {
    parameters: ['text'],
    description: 'In upper case; also `upperAscii`.',
    example: ['"Åse".upper()', 'ÅSE'],
    run: (args, spend) => made(args.text(0).toUpperCase(), spend),
  },
  upperAscii: {
    parameters: ['text'],
    description: 'In upper case, of the letters a to z only.',
    example: ['"hello".upperAscii()', 'HELLO'],
    run: (args, spend) => made(args.text(0), spend).replace(/[a-z]/g, (letter) => letter.toUpperCase()),
  },
  trim: {
    parameters: ['text'],
    description: 'Without blanks at both ends.',
    example: ['"  a b ".trim()', 'a b'],
    run: (args, spend) => made(args.text(0), spend).trim(),
  },
  replace: {
    parameters: ['text', 'part', 'replacement'],
    description: 'Replaces every occurrence of a part.',
    example: ['"1 000 000".replace(" ", "")', '1000000'],
    run: (args, spend) => {
      const [text, part, replacement] = [args.text(0), args.text(1), args.text(2)];
      if (part === '') throw new ExpressionError('replace needs a part that is not empty');
      const parts = splitText(text, part);
      // Checked before the text is made.
      assertFits('text', text.length + (parts.length - 1) * (replacement.length - part.length));
      return made(parts.join(replacement), spend);
    },
  },
  substring: {
    parameters: ['text', 'start', 'end?'],
    description: 'Characters from the position `start`, from 0, to before `end`.',
    example: ['"2026-11-28".substring(0, 4)', '2026'],
    run: (args, spend) => {
      const text = made(args.text(0), spend);
      return sliced(text, args.integer(1), args.has(2) ? args.integer(2) : undefined);
    },
  },
  indexOf: {
    parameters: ['text or list', 'part'],
    description: 'Position of the first occurrence, from 0; -1 if there is none.',
    example: ['"chicken".indexOf("k")', 4],
    run: (args, spend) => {
      const value = args.any(0);
      if (Array.isArray(value)) return value.findIndex((item) => areSame(item, args.any(1), spend));
      const text = made(args.text(0), spend);
      const at = indexOfText(text, args.text(1));
      return at < 0 ? -1 : [...text.slice(0, at)].length;
    },
  },
  lastIndexOf: {
    parameters: ['text', 'part'],
    description: 'Position of the last occurrence, from 0; -1 if there is none.',
    example: ['"banana".lastIndexOf("an")', 3],
    run: (args, spend) => {
      const text = made(args.text(0), spend);
      const at = lastIndexOfText(text, args.text(1));
      return at < 0 ? -1 : [...text.slice(0, at)].length;
    },
  },
  split: {
    parameters: ['text', 'separator'],
    description: 'The parts of a text between separators.',
    example: ['"a,b,c".split(",")', ['a', 'b', 'c']],
    run: (args, spend) => {
      const [text, separator] = [args.text(0), args.text(1)];
      spend(Math.ceil(text.length / 100));
      return madeList(separator === '' ? [...text] : splitText(text, separator), spend);
    },
  },
  join: {
    parameters: ['list', 'separator?'],
    description: 'One text of all elements.',
    example: ['["a", "b"].join(", ")', 'a, b'],
    run: (args, spend) => {
      const [list, separator] = [args.list(0), args.text(1, '')];
      const texts: string[] = [];
      let length = 0;
      for (const item of list) {
        const text = toText(item);
        // Checked before the text is made.
        length += text.length + separator.length;
        assertFits('text', length - separator.length);
        texts.push(text);
      }
      return made(texts.join(separator), spend);
    },
  },
  padStart: {
    parameters: ['text', 'length', 'filler?'],
    description: 'Fills a text at its beginning up to a length, with blanks by default.',
    example: ['string(7).padStart(3, "0")', '007'],
    run: (args, spend) => {
      const length = args.integer(1);
      if (length > 1_000) throw new ExpressionError('padStart needs a length of at most 1000');
      const [text, filler] = [made(args.text(0), spend), [...made(args.text(2, ' '), spend)]];
      const missing = filler.length === 0 ? 0 : Math.max(0, length - [...text].length);
      const filled = Array.from({ length: missing }, (_, index) => filler[index % filler.length]);
      return made(filled.join('') + text, spend);
    },
  },
  string: {
    parameters: ['value'],
    description: 'The text of a value: numbers with all digits, times in UTC, lists and maps as JSON.',
    example: ['string(123.10)', '123.1'],
    run: (args, spend) => made(args.any(0) === null ? 'null' : toText(args.any(0)), spend),
  },
  bool: {
    parameters: ['value'],
    description: 'Converts `"true"`, `"1"`, 1 and their opposites.',
    example: ['bool("true")', true],
    run: (args) => {
      const value = args.any(0);
      const isPlain = typeof value === 'string' || typeof value === 'boolean' || isNumber(value);
      const text = isPlain ? toText(value).toLowerCase() : '';
      if (['true', '1', 't'].includes(text)) return true;
      if (['false', '0', 'f'].includes(text)) return false;
      throw new ExpressionError('bool needs true, false, 1 or 0');
    },
  },
  type: {
    parameters: ['value'],
    description: 'Name of the type: `null`, `bool`, `number`, `text`, `list`, `map`, `time` or `duration`.',
    example: ['type([1, 2])', 'list'],
    run: (args) => typeOf(args.any(0)),
  },
} satisfies Record<string, ExpressionFunction>;
