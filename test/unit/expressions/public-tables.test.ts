/**
 * The public test tables of other languages, in clones in the folder PUBLIC_TABLES: GoRules ZEN
 * (https://github.com/gorules/zen, MIT) and JsonLogic (https://github.com/json-logic/compat-tables, Apache-2.0).
 * Without the folder they are skipped; `other-languages.test.ts` compares with the engines themselves.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadExpressions } from '../../../shared/kernel/expressions/engine.ts';
import {
  type Comparison,
  compareLanguages,
  evaluated,
  type LanguageCase,
} from '../../support/languages/compared.ts';
import { jsonLogicToOurs } from '../../support/languages/json-logic.ts';
import { tablesFolder } from '../../support/languages/tables.ts';
import { unaryZenToOurs, zenToOurs } from '../../support/languages/zen.ts';

const read = (...path: readonly string[]): string => readFileSync(join(tablesFolder ?? '', ...path), 'utf8');

beforeAll(loadExpressions);

/** A value in a table, which is also an expression. */
const literal = (text: string): unknown => evaluated(zenToOurs(text.trim()), {});

/** `expression;data;result`, or `expression;result`; expressions with a semicolon are in quotes. */
function zenCase(line: string, isUnary: boolean): LanguageCase {
  const [, inQuotes, plain = '', data = '', result = ''] =
    /^(?:"([^"]*)"|([^;]*));(?:([^;]*);)?(.*)$/.exec(line) ?? [];
  const written = inQuotes ?? plain;
  const values = data.trim() === '' ? {} : Object(literal(data));
  return {
    written,
    translate: () => (isUnary ? unaryZenToOurs(written) : zenToOurs(written)),
    data: isUnary ? { ...values, tested: values.$ } : values,
    expected: literal(result),
  };
}

function zenTable(name: string): LanguageCase[] {
  const [, ...lines] = read('zen', 'core', 'expression', 'tests', 'data', `${name}.csv`).split('\n');
  return lines
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => zenCase(line, name === 'unary'));
}

interface JsonLogicCase {
  rule: unknown;
  data?: unknown;
  result: unknown;
}

function jsonLogicTable(): LanguageCase[] {
  const table: (string | JsonLogicCase)[] = JSON.parse(read('compat-tables', 'suites', 'compatible.json'));
  return table.flatMap((one) =>
    typeof one === 'string'
      ? []
      : [
          {
            written: JSON.stringify(one.rule),
            translate: () => jsonLogicToOurs(one.rule),
            data: { data: one.data ?? null },
            expected: one.result,
          },
        ],
  );
}

const print = (name: string, { different, ...figures }: Comparison) =>
  process.stdout.write(`${name}: ${JSON.stringify({ ...figures, different: different.length })}\n`);

describe.skipIf(tablesFolder === undefined)('public tables', () => {
  it.each([
    // Division by zero is an error, not null.
    { name: 'ZEN, standard', cases: () => zenTable('standard'), known: ['10 / 0'] },
    { name: 'ZEN, unary', cases: () => zenTable('unary'), known: [] },
    { name: 'ZEN, date', cases: () => zenTable('date'), known: [] },
    { name: 'JsonLogic', cases: jsonLogicTable, known: [] },
  ])('has the results of $name, beside the documented differences', ({ name, cases, known }) => {
    const comparison = compareLanguages(cases());
    print(name, comparison);
    expect(comparison.different).toEqual(known);
    expect(comparison.expressibleShare).toBeGreaterThanOrEqual(0.75);
  });
});
