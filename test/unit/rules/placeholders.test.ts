import { beforeAll, describe, expect, it } from 'vitest';
import { resolver } from '../../../shared/kernel/conditions/resolver.ts';
import { loadExpressions } from '../../../shared/kernel/expressions/engine.ts';
import { escapeInUrl, fill } from '../../../shared/modules/rules/execution/placeholders.ts';

const nowMs = Date.parse('2026-03-01T00:30:00.000Z');
const facts = { total: 250, user: { name: 'Ada' }, today: 'never', tags: ['a', 'b'], paid: false };
const names = resolver(
  nowMs,
  { entityId: 'SO-1', user: { id: 'u1' }, total: null },
  { ...facts, 'a b': 1, rate: 5e-7, sum: -1.25e21 },
);
const free = () => {};
const place = 'Rule TAX, config';
const filled = (value: unknown): unknown => fill(value, { resolve: names, spend: free, place });

beforeAll(loadExpressions);

describe('a placeholder', () => {
  it.each<[string, unknown]>([
    ['now', '2026-03-01T00:30:00.000Z'],
    ['today', '2026-03-01'],
    ['yesterday', '2026-02-28'],
    ['tomorrow', '2026-03-02'],
    ['entityId', 'SO-1'],
    ['user.id', 'u1'],
    ['user.name', 'Ada'],
    ['total', 250],
    ['tags[1]', 'b'],
    ['tags.length', 2],
    ['paid', false],
    ['missing', undefined],
    ['user.missing.deeper', undefined],
    ['toString', undefined],
    ['__proto__', undefined],
    ['constructor.name', undefined],
    ['', undefined],
  ])('%s resolves to %j: times first, then the first source that has it', (name, value) => {
    expect(names(name)).toEqual(value);
  });
});

describe('a text', () => {
  it.each<[unknown, unknown]>([
    ['Order {{entityId}} of {{ user.name }}', 'Order SO-1 of Ada'],
    ['{{total}}', 250],
    ['{{ paid }}', false],
    ['{{tags}}', ['a', 'b']],
    ['tags: {{tags}}', 'tags: ["a","b"]'],
    ['is {{paid}}', 'is false'],
    ['rate: {{rate}}, {{rate * 2}}', 'rate: 0.0000005, 0.000001'],
    ['sum: {{sum}}', 'sum: -1250000000000000000000'],
    ['{{missing}}', '{{missing}}'],
    ['{{ missing }} of {{total}}', '{{ missing }} of 250'],
    ['{{entityId}}{{total}}', 'SO-1250'],
    ['{{}}', '{{}}'],
    ['{{total * 0.23}}', 57.5],
    ['{{total > 100}}', true],
    ['{{tags.map(t, t.upper())}}', ['A', 'B']],
    ['{{missing}} {{total / 3}} {{null}}', '{{missing}} 83.33333333333333333333333333333333 '],
    ['{{timestamp(now)}} {{duration("1h")}}', '2026-03-01T00:30:00.000Z 3600s'],
    ['{{a b}} {{no expression}}', '1 {{no expression}}'],
    ['{{{total}}}', '{250}'],
    ['{{total', '{{total'],
    ['{total}', '{total}'],
    ['', ''],
    [5, 5],
    [null, null],
    [{ a: ['{{total}}', { b: 'x {{total}}' }] }, { a: [250, { b: 'x 250' }] }],
  ])('%j is rendered as %j', (template, expected) => {
    expect(filled(template)).toEqual(expected);
  });

  it.each([
    [
      'https://{{host}}/{{path}}?q={{path}}#{{path}}',
      'https://a.example:8/%C3%A5%20b%2F..%3Fc%26%25?q=%C3%A5%20b%2F..%3Fc%26%25#%C3%A5%20b%2F..%3Fc%26%25',
    ],
    ['{{base}}{{up}}.json?{{up}}', 'https://a.example/v1...json?..'],
    ['{{base}}', 'https://a.example/v1'],
  ])('%s keeps its parts as a URL', (template, expected) => {
    const resolve = resolver(nowMs, {
      host: 'a.example:8',
      path: 'å b/..?c&%',
      base: 'https://a.example/v1',
      up: '..',
    });
    expect(fill(template, { resolve, spend: free, place, escape: escapeInUrl })).toBe(expected);
    expect(() => fill('{{base}}/{{up}}', { resolve, spend: free, place, escape: escapeInUrl })).toThrow(
      'segment ".."',
    );
  });

  it('names the rule, the field and the position of an expression that fails', () => {
    const config = { body: { amounts: ['{{total}}', 'x {{ total * ratio }}'] } };
    expect(() => filled(config)).toThrow(
      'Rule TAX, config.body.amounts[1], position 14: ratio has no value.',
    );
  });

  it('is rendered once: data is not a template', () => {
    const tricky = resolver(nowMs, { a: '{{b}}', b: 'secret' });
    expect(fill('{{a}} {{b}}', { resolve: tricky, spend: free, place })).toBe('{{b}} secret');
  });

  it('reports its size, so that a small template cannot produce a huge text', () => {
    const large = resolver(nowMs, { a: 'x'.repeat(1_000) });
    let left = 5_000;
    const spend = (bytes: number) => {
      left -= bytes;
      if (left < 0) throw new Error('too much');
    };
    expect(() => fill('{{a}}'.repeat(1_000), { resolve: large, spend, place })).toThrow('too much');
    expect(() => fill(Array(2_000).fill(0), { resolve: large, spend, place })).toThrow('too much');
  });

  it('treats names of prototype members as plain keys', () => {
    const config = JSON.parse('{"__proto__":{"polluted":"{{total}}"}}');
    const result = filled(config) as Record<string, unknown>;
    expect(Object.keys(result)).toEqual(['__proto__']);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});
