import type { LookupAddress } from 'node:dns';
import { afterAll, describe, expect, it } from 'vitest';
import { type Lookup, publicLookup } from '../../../shared/kernel/outbound/public-lookup.ts';
import { createSender, type SenderOptions } from '../../../shared/kernel/outbound/send.ts';
import { startSink } from '../../support/clients/sink.ts';

const sink = await startSink();
afterAll(() => sink.stop());

const toAddress = (address: string): LookupAddress => ({ address, family: address.includes(':') ? 6 : 4 });
const reached = { exchange: { status: 200, problem: null }, arrived: 1 };
const answering =
  (...addresses: string[]): Lookup =>
  async () =>
    addresses.map(toAddress);
const failing =
  (code: string): Lookup =>
  async () => {
    throw Object.assign(new Error(`getaddrinfo ${code} hooks.example.com`), { code, syscall: 'getaddrinfo' });
  };

/** Sends to the sink's port at a host, with a new sender. */
async function sendTo(host: string, options: SenderOptions) {
  const before = sink.requests.length;
  const sender = createSender(options);
  const url = `${sink.url.replace('127.0.0.1', host)}/hook`;
  const exchange = await sender.send({ url, method: 'POST', headers: {}, body: '{}', timeoutMs: 5_000 });
  await sender.close();
  return { exchange, arrived: sink.requests.length - before };
}

/** The lookup result of a socket, in the requested format. */
function lookUp(lookup: Lookup, options: { all?: boolean; allowPrivate?: boolean } = {}) {
  const { all = true, allowPrivate = false } = options;
  return new Promise((resolve, reject) => {
    publicLookup(lookup, allowPrivate)('hooks.example.com', { all }, (error, address, family) => {
      if (error) reject(error);
      else resolve(all ? address : { address, family });
    });
  });
}

describe('the lookup of a socket', () => {
  it('returns the public addresses, in order', async () => {
    const lookup = answering('10.0.0.1', '8.8.8.8', '::1', '2606:4700::1111', '::ffff:127.0.0.1', '1.1.1.1');
    expect(await lookUp(lookup)).toEqual(['8.8.8.8', '2606:4700::1111', '1.1.1.1'].map(toAddress));
  });

  it('returns the first of them if one is requested', async () => {
    const lookup = answering('10.0.0.1', '8.8.8.8', '1.1.1.1');
    expect(await lookUp(lookup, { all: false })).toEqual({ address: '8.8.8.8', family: 4 });
  });

  it('returns all if private ones are allowed', async () => {
    const addresses = ['10.0.0.1', '8.8.8.8'];
    expect(await lookUp(answering(...addresses), { allowPrivate: true })).toEqual(addresses.map(toAddress));
  });
});

describe('a receiver by name', () => {
  it('is reached at the resolved address, with one lookup per connection', async () => {
    const asked: string[] = [];
    const lookup: Lookup = async (host) => {
      asked.push(host);
      return [toAddress('127.0.0.1')];
    };
    expect(await sendTo('hooks.example.com', { lookup, allowPrivate: true })).toMatchObject(reached);
    expect(asked).toEqual(['hooks.example.com']);
    expect(sink.requests.at(-1)?.headers.host).toMatch(/^hooks\.example\.com:/);
  });

  it.each([
    [['127.0.0.1']],
    [['10.0.0.1', '169.254.169.254', '::1']],
    [['::ffff:127.0.0.1']],
    [['64:ff9b::7f00:1']],
  ])('is not reached if it resolves to %j only', async (addresses) => {
    const result = await sendTo('hooks.example.com', { lookup: answering(...addresses) });
    expect(result).toMatchObject({ exchange: { status: null, problem: 'unsafe' }, arrived: 0 });
  });

  it.each([
    ['is unknown', 'dns', failing('ENOTFOUND')],
    ['cannot be resolved now', 'dns', failing('EAI_AGAIN')],
    ['has no address', 'dns', answering()],
    ['refuses connections at all addresses', 'network', answering('127.0.0.9', '::1', '127.0.0.8')],
  ])('that %s has the problem %s', async (_, problem, lookup) => {
    const { exchange } = await sendTo('hooks.example.com', { lookup, allowPrivate: true });
    expect(exchange).toMatchObject({ status: null, problem });
  });

  it.each([
    ['of both families', ['::1', '127.0.0.1']],
    ['of many addresses', ['127.0.0.9', '::1', '127.0.0.8', '::1', '127.0.0.7', '127.0.0.1']],
  ])('%s is reached at the one that responds', async (_, addresses) => {
    const lookup = answering(...addresses);
    expect(await sendTo('hooks.example.com', { lookup, allowPrivate: true })).toMatchObject(reached);
  });

  it('is resolved as the operating system does by default', async () => {
    expect(await sendTo('localhost', { allowPrivate: true })).toMatchObject({ arrived: 1 });
  });
});

describe('a receiver by address', () => {
  it.each([
    ...['127.0.0.1', '127.1', '2130706433', '[::ffff:127.0.0.1]'],
    ...['localhost', 'app.localhost', 'user@127.0.0.1'],
  ])('%s is neither called nor looked up', async (host) => {
    const lookup: Lookup = () => Promise.reject(new Error('Looked up.'));
    const exchange = { status: null, problem: 'unsafe', durationMs: 0 };
    expect(await sendTo(host, { lookup })).toMatchObject({ exchange, arrived: 0 });
  });

  it.each(['127.0.0.1', '127.1', '[::ffff:127.0.0.1]'])('%s is called if that is allowed', async (host) => {
    expect(await sendTo(host, { allowPrivate: true })).toMatchObject(reached);
  });

  it('is not called with a user name in the URL, allowed or not', async () => {
    const result = await sendTo('user:password@127.0.0.1', { allowPrivate: true });
    expect(result).toMatchObject({ exchange: { problem: 'unsafe' }, arrived: 0 });
  });
});
