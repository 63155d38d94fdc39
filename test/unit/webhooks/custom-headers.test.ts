import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { customHeaderProblem, sendableHeaders } from '../../../shared/kernel/outbound/custom-headers.ts';

const reserved = [
  ...['webhook-id', 'webhook-timestamp', 'webhook-signature', 'webhook-anything'],
  ...['content-type', 'content-length', 'content-encoding', 'content-language', 'content-location'],
  ...['host', 'user-agent', 'connection', 'keep-alive', 'proxy-connection', 'transfer-encoding', 'upgrade'],
  ...['te', 'trailer', 'trailers', 'expect', 'http2-settings', 'proxy-authenticate', 'proxy-authorization'],
  ...['age', 'cache-control', 'clear-site-data', 'expires', 'pragma', 'warning'],
  ...['x-amz-date', 'x-amzn-trace-id', 'x-google-x', 'x-googlex', 'x-goog-signature', 'x-gfe', 'x-gfe-a'],
  ...['x-azure-ref', 'x-fd-healthprobe', 'x-svix-id', 'svix-id', 'svix-signature'],
];
const allowed = ['authorization', 'X-Tenant', 'cookie', 'x-amazing', 'webhook', "!#$%&'*+-.^_`|~0"];

describe('a custom header', () => {
  it.each(reserved)('%s is reserved, in any case, with surrounding spaces', (name) => {
    for (const spelling of [name, name.toUpperCase(), ` ${name}\t`]) {
      const problem = { field: `customHeaders.${spelling}`, message: 'is reserved for the sender' };
      expect(customHeaderProblem({ [spelling]: 'v' })).toEqual(problem);
      expect(sendableHeaders({ [spelling]: 'v', 'x-kept': 'k' })).toEqual({ 'x-kept': 'k' });
    }
  });

  it.each(allowed)('%s is allowed and sent unchanged', (name) => {
    expect(customHeaderProblem({ [name]: 'v' })).toBeUndefined();
    expect(sendableHeaders({ [name]: 'v' })).toEqual({ [name]: 'v' });
  });

  it.each(['', ' ', 'x foo', 'x:foo', 'x-ä', 'x\r\n', 'x\u0000', '(x)', 'x,y', '"x"', 'x/y', 'x=y', '{x}'])(
    'with the name %j is refused',
    (name) => {
      const problem = { field: `customHeaders.${name}`, message: 'is not a valid header name' };
      expect(customHeaderProblem({ [name]: 'v' })).toEqual(problem);
      expect(sendableHeaders({ [name]: 'v' })).toEqual({});
    },
  );

  it.each(['a\r\nx-evil: 1', ...'\r\n\0\t\u001b\u007f\u0085ä€😀\ud800'])(
    'with the value %j is refused',
    (value) => {
      const problem = { field: 'customHeaders.x-foo', message: 'must consist of printable ASCII characters' };
      expect(customHeaderProblem({ 'x-foo': value })).toEqual(problem);
      expect(sendableHeaders({ 'x-foo': value })).toEqual({});
    },
  );

  it('can be empty, and up to 4096 characters long', () => {
    expect(customHeaderProblem({ a: '', b: 'v'.repeat(4_096) })).toBeUndefined();
    expect(customHeaderProblem({ b: 'v'.repeat(4_097) })).toEqual({
      field: 'customHeaders.b',
      message: 'must have at most 4096 characters',
    });
  });

  it('has a name of at most 256 characters', () => {
    expect(customHeaderProblem({ ['x'.repeat(256)]: 'v' })).toBeUndefined();
    const { message } = customHeaderProblem({ ['x'.repeat(257)]: 'v' }) ?? {};
    expect(message).toBe('must have a name of at most 256 characters');
  });

  it('named __proto__ is a normal header', () => {
    const headers: Record<string, string> = JSON.parse('{"__proto__": "v"}');
    expect(customHeaderProblem(headers)).toBeUndefined();
    expect(Object.entries(sendableHeaders(headers))).toEqual([['__proto__', 'v']]);
  });
});

describe('custom headers', () => {
  const many = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`x-${index}`, 'v']));

  it('can be empty, and up to 50', () => {
    expect(customHeaderProblem({})).toBeUndefined();
    expect(customHeaderProblem(many(50))).toBeUndefined();
    expect(customHeaderProblem(many(51))).toEqual({
      field: 'customHeaders',
      message: 'must have at most 50 entries',
    });
  });

  it('name each header once, in any case', () => {
    expect(customHeaderProblem({ 'X-Foo': '1', 'x-foo': '2' })).toEqual({
      field: 'customHeaders.x-foo',
      message: 'occurs twice, in different case',
    });
  });

  it('are refused exactly if some could not be sent, apart from duplicates and number', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ maxLength: 12 }), fc.string(), { maxKeys: 8 }), (headers) => {
        const names = Object.keys(headers).map((name) => name.toLowerCase());
        fc.pre(new Set(names).size === names.length);
        const allSent = Object.keys(sendableHeaders(headers)).length === names.length;
        expect(customHeaderProblem(headers) === undefined).toBe(allSent);
      }),
    );
  });
});
