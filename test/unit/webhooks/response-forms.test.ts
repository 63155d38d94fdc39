/** The forms in which receivers write a response that RFC 9112 lets clients read. */
import { setImmediate } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { createSender } from '../../../shared/kernel/outbound/send.ts';
import { judge } from '../../../shared/modules/webhooks/deliveries/delivery.ts';
import { rawReceiver } from '../../support/clients/raw-receiver.ts';

const { send, close } = createSender({ allowPrivate: true });
afterAll(close);

const ok = 'HTTP/1.1 200 OK\r\n';
const two = 'content-length: 2\r\n\r\nok';
const chunked = 'transfer-encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n';
const aRequest = { method: 'POST', headers: {}, body: '{}', timeoutMs: 10_000 } as const;

const wholeForms: Record<string, string> = {
  'a blank after the length': `${ok}Content-Length: 2 \r\n\r\nok`,
  'a tab after the length': `${ok}Content-Length: 2\t\r\n\r\nok`,
  'no blank before the length': `${ok}Content-Length:2\r\n\r\nok`,
  '100 Continue before it': `HTTP/1.1 100 Continue\r\n\r\n${ok}${two}`,
  'interim responses before it': `HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n${ok}${two}`,
  'a folded header': `${ok}x-note: one\r\n two\r\n${two}`,
  'a folded length': `${ok}content-length:\r\n 2\r\n\r\nok`,
  'equal repeated lengths': `${ok}content-length: 2\r\nContent-Length: 2\r\n\r\nok`,
  'equal lengths in a list': `${ok}content-length: 2, 2\r\n\r\nok`,
  'equal repeated lengths after 100 Continue': `HTTP/1.1 100 Continue\r\n\r\n${ok}x-a: b\r\ncontent-length: 2\r\ncontent-length: 2\r\n\r\nok`,
  'a length with chunks': `${ok}content-length: 2\r\n${chunked}`,
  'chunks with a length': `${ok}${chunked.replace('\r\n', '\r\ncontent-length: 2\r\n')}`,
  'an extension of a chunk, and trailers': `${ok}transfer-encoding: chunked\r\n\r\n2;a=b\r\nok\r\n0\r\nx-sum: 1\r\n\r\n`,
  'LF line ends': 'HTTP/1.1 200 OK\ncontent-length: 2\n\nok',
  'mixed line ends': 'HTTP/1.1 200 OK\r\nx-a: b\ncontent-length: 2\r\n\nok',
  'an empty line before it': `\r\n${ok}${two}`,
  'no reason': `HTTP/1.1 200\r\n${two}`,
  'a header of unknown bytes': `${ok}x-note: \xfc\x01\r\n${two}`,
  'an offer to upgrade': `${ok}upgrade: h2c\r\nconnection: upgrade\r\n${two}`,
  'HTTP/1.0': 'HTTP/1.0 200 OK\r\n\r\nok',
};

const readWithConnection = ['HTTP/1.0'];

it.each(Object.entries(wholeForms))(
  'reads a response with %s, however its bytes arrive',
  async (form, text) => {
    await using receiver = await rawReceiver((socket, index) => {
      if (index > 0) return;
      socket.setNoDelay();
      if (readWithConnection.includes(form)) socket.end(text, 'latin1');
      else socket.write(text, 'latin1');
    });
    expect(await send({ ...aRequest, url: receiver.url })).toMatchObject({
      status: 200,
      responseBody: 'ok',
      problem: null,
    });
    expect(receiver.connections()).toBe(1);

    await using slow = await rawReceiver(async (socket) => {
      socket.setNoDelay();
      const cut = text.lastIndexOf('ok') - 6;
      socket.write(text.slice(0, cut), 'latin1');
      await setImmediate();
      socket.end(text.slice(cut), 'latin1');
    });
    expect(await send({ ...aRequest, url: slow.url })).toMatchObject({ status: 200, problem: null });
  },
);

it.each([
  ['equal repeated lengths', `${ok}content-length: 9\r\ncontent-length: 9\r\n\r\nha`, 'ha'],
  ['a body that is cut', `${ok}content-length: 9\r\n\r\nhalf`, 'half'],
  ['a chunk that is cut', `${ok}transfer-encoding: chunked\r\n\r\n9\r\nhalf`, 'half'],
  ['an invalid chunk', `${ok}transfer-encoding: chunked\r\n\r\n4\r\nhalf\r\nzz`, 'half'],
  ['LF line ends of chunks', 'HTTP/1.1 200 OK\ntransfer-encoding: chunked\n\n2\nok\n0\n\n', 'ok'],
])('delivers by the head of a 2xx with %s', async (_, text, responseBody) => {
  await using receiver = await rawReceiver((socket) => socket.end(text));
  const exchange = await send({ ...aRequest, url: receiver.url });
  expect(exchange).toMatchObject({ status: 200, responseBody });
  expect(judge(exchange)).toEqual({ kind: 'delivered' });
});

it('delivers by the head of a 2xx whose body never ends', async () => {
  await using receiver = await rawReceiver((socket) => socket.write(`${ok}content-length: 9\r\n\r\nhalf`));
  const exchange = await send({ ...aRequest, url: receiver.url, timeoutMs: 200 });
  expect(exchange).toMatchObject({ status: 200, responseBody: 'half', problem: 'timeout' });
  expect(judge(exchange)).toEqual({ kind: 'delivered' });
});

it.each([
  ['different lengths', `${ok}content-length: 2\r\ncontent-length: 3\r\n\r\nok`],
  ['a length that is no number', `${ok}content-length: 0x2\r\n\r\nok`],
  ['no status', 'HTTP/1.1 OK\r\n\r\n'],
])('does not accept a response with %s', async (_, text) => {
  await using receiver = await rawReceiver((socket) => socket.write(text));
  expect(await send({ ...aRequest, url: receiver.url })).toMatchObject({ status: null, problem: 'protocol' });
});

it.each([
  ['keeps', 'the usual form', ok + two, 1],
  ['keeps', 'chunks', ok + chunked, 1],
  ['closes', 'LF line ends', 'HTTP/1.1 200 OK\ncontent-length: 2\n\nok', 2],
  ['closes', 'a folded header', `${ok}x-note: one\r\n two\r\n${two}`, 2],
  ['closes', '100 Continue', `HTTP/1.1 100 Continue\r\n\r\n${ok}${two}`, 2],
  ['closes', 'a length with chunks', `${ok}content-length: 2\r\n${chunked}`, 2],
])('%s the connection after a response with %s', async (_, _form, text, connections) => {
  await using receiver = await rawReceiver((socket) => socket.write(text));
  for (let count = 0; count < 2; count += 1) {
    expect(await send({ ...aRequest, url: receiver.url })).toMatchObject({ responseBody: 'ok' });
    await setImmediate();
  }
  expect(receiver.connections()).toBe(connections);
});
