import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { repeatCommand } from '../../../lib/console/deliveries/repeat-command.ts';
import { newSecret } from '../../../shared/modules/webhooks/deliveries/sign.ts';
import { verified } from '../../support/builders/webhooks.ts';

const receiver = {
  url: "https://example.com/it's?a=1&b=2",
  httpMethod: 'PUT' as const,
  customHeaders: { 'x-key': '__masked__', 'x-`id`': '__masked__' },
};

/** The arguments that a shell passes to curl. */
function argumentsOf(command: string, secret: string): string[] {
  const { PATH } = process.env;
  const env = { PATH, WEBHOOK_SECRET: secret, HEADER_X_KEY: 'k 1', HEADER_X__ID_: 'two' };
  const script = `curl() { printf '%s\\0' "$@"; }\n${command}`;
  return execFileSync('sh', ['-c', script], { encoding: 'utf8', env }).split('\0').slice(0, -1);
}

it.each(["it's", '$HOME `id` "quoted"', 'two\nlines', '\\n', 'ąę 🚚'])('sends and signs %j', (carrier) => {
  const payload = { type: 'sales.order.shipped', data: { carrier } };
  const secret = newSecret();
  const sent = argumentsOf(repeatCommand({ messageId: 'msg_1', payload }, receiver), secret);
  expect(sent.slice(0, 3)).toEqual(['-X', 'PUT', receiver.url]);
  const lines = sent.filter((_, index) => sent[index - 1] === '-H').map((line) => line.split(': '));
  const headers: Record<string, string> = Object.fromEntries(lines);
  expect(headers).toMatchObject({ 'webhook-id': 'msg_1', 'x-key': 'k 1', 'x-`id`': 'two' });
  const body = sent.at(-1) ?? '';
  expect(JSON.parse(body)).toEqual(payload);
  expect(verified(secret, { method: 'PUT', path: '/', headers, body, receivedAtMs: 0 })).toEqual(payload);
});
