import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstHeaders, TruncatedBody } from '../../../shared/kernel/outbound/truncated-response.ts';

function bodyOf(...chunks: Uint8Array[]): TruncatedBody {
  const body = new TruncatedBody(4_096);
  for (const chunk of chunks) body.add(chunk);
  return body;
}
const bytes = (text: string) => Buffer.from(text);

describe('the stored body', () => {
  it('can be larger, and grows while it is read', () => {
    const body = new TruncatedBody(20_000);
    for (let index = 0; index < 5; index += 1) body.add(bytes(String(index).repeat(3_999)));
    expect(body.isCut).toBe(false);
    body.add(bytes('xxxxxx'));
    expect(body.isCut).toBe(true);
    const digits = Array.from({ length: 5 }, (_, index) => String(index).repeat(3_999)).join('');
    expect(body.text()).toBe(`${digits}xxxxx`);
  });

  it('is complete up to 4096 bytes, and truncated above', () => {
    const full = bodyOf(bytes('x'.repeat(4_096)));
    expect(full.isCut).toBe(false);
    full.add(bytes('y'));
    expect(full.isCut).toBe(true);
    expect(full.text()).toBe('x'.repeat(4_096));
  });

  it.each([
    ['ä', 4_095],
    ['€', 4_095],
    ['€', 4_094],
    ['😀', 4_093],
  ])('is truncated before a %s that starts at byte %d', (character, start) => {
    expect(bodyOf(bytes(`${'x'.repeat(start)}${character}yyy`)).text()).toBe('x'.repeat(start));
  });

  it('contains an incomplete character if the response ends there', () => {
    expect(bodyOf(bytes('ok€').subarray(0, 4)).text()).toBe('ok\ufffd');
  });

  it('is text for any bytes, and the same for any chunks', () => {
    const chunks = fc.array(fc.uint8Array({ maxLength: 3_000 }), { maxLength: 4 });
    fc.assert(
      fc.property(chunks, (chunks) => {
        const whole = bodyOf(Buffer.concat(chunks));
        const split = bodyOf(...chunks);
        expect(split.text()).toBe(whole.text());
        expect(split.isCut).toBe(whole.isCut);
        expect(split.text().isWellFormed()).toBe(true);
      }),
    );
  });

  it('keeps a copy, so that chunks can be reused', () => {
    const chunk = bytes('before');
    const body = bodyOf(chunk);
    chunk.fill('x');
    expect(body.text()).toBe('before');
  });
});

describe('kept headers', () => {
  it('are single texts', () => {
    const headers = { 'content-type': ['text/plain'], 'set-cookie': ['a=1', 'b=2'] };
    expect(firstHeaders(headers)).toEqual({ 'content-type': 'text/plain', 'set-cookie': 'a=1, b=2' });
  });

  it('are the first 50', () => {
    const headers = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`x-${index}`, ['v']]));
    expect(Object.keys(firstHeaders(headers))).toEqual(Object.keys(headers).slice(0, 50));
  });

  it('include the delay that the receiver asks for after any number of others', () => {
    const others = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`x-${index}`, ['v']]));
    const kept = firstHeaders({ large: ['x'.repeat(8_192)], ...others, 'retry-after': ['120'] });
    expect(kept).toEqual({ 'retry-after': '120' });
    expect(firstHeaders({ ...others, 'retry-after': ['120'] })).toMatchObject({
      'retry-after': '120',
      'x-0': 'v',
    });
  });

  it('are those whose names the table can hold', () => {
    const headers: Record<string, string[]> = JSON.parse('{"__proto__":["1"],"constructor":["2"],"x":["3"]}');
    expect(Object.entries(firstHeaders(headers))).toEqual([
      ['constructor', '2'],
      ['x', '3'],
    ]);
  });

  it('are the first 8 KB', () => {
    const headers = { small: ['1'], large: ['x'.repeat(8_181)], next: ['2'] };
    expect(Object.keys(firstHeaders(headers))).toEqual(['small', 'large']);
    expect(Object.keys(firstHeaders({ ...headers, large: ['x'.repeat(8_182)] }))).toEqual(['small']);
  });
});
