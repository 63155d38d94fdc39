import { expect, test } from 'vitest';
import { expressionProblems } from '../../../shared/kernel/expressions/engine.ts';
import { partsOf } from '../../../shared/kernel/expressions/template.ts';

const shape = (text: string) => partsOf(text).map(({ kind, content }) => `${kind}: ${content}`);

test.each<[string, ...string[]]>([
  ['{{total}}', 'name: total'],
  ['{{ total }}', 'name: total'],
  ['{{lines[0].sku}} {{lines.0.sku}}', 'name: lines[0].sku', 'text:  ', 'name: lines.0.sku'],
  ['{{order-no}}', 'name: order-no'],
  ['{{total * 2}}', 'expression: total * 2'],
  ['{{true}}', 'expression: true'],
  ['{{1.5}}', 'expression: 1.5'],
  ['{{1e-3}}', 'expression: 1e-3'],
  ['{{0x1F}}', 'expression: 0x1F'],
  ['{{{"a": 1}}}', 'expression: {"a": 1}'],
  ['{{ {"a": {"b": 1}} }}', 'expression: {"a": {"b": 1}}'],
  ['{{{name}}}', 'text: {', 'name: name', 'text: }'],
  ['{{"}}"}}', 'expression: "}}"'],
  ["it's {{total}}, isn't it", "text: it's ", 'name: total', "text: , isn't it"],
  ["{{it's}}", "expression: it's"],
  ['{{}}', 'expression: '],
  ['{{ open', 'text: {{ open'],
  ['{{ open {{total}}', 'text: {{ open ', 'name: total'],
  [''],
])('splits %s', (text, ...parts) => {
  expect(shape(text)).toEqual(parts);
});

test('splits texts of many braces in linear time', () => {
  const startedMs = performance.now();
  for (const unit of ['{{', '{{"', "{{a'", '{{a}', '{ {', '{{\\"']) partsOf(`${unit.repeat(40_000)}}}`);
  expect(performance.now() - startedMs).toBeLessThan(2_000);
});

test('names the path, position and problem of each expression', async () => {
  const value = {
    message: 'Tax: {{total *}}',
    list: [{ x: '{{rond(total)}}' }],
    fine: '{{total}} {{total * 2}}',
  };
  expect(await expressionProblems(value)).toEqual([
    'message, position 15: unexpected token: the end of the expression; {{total *}} is neither a name nor an expression',
    'list[0].x, position 3: there is no function rond; {{rond(total)}} is neither a name nor an expression',
  ]);
});
