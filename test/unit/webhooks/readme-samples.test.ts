import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { newSecret } from '../../../shared/modules/webhooks/deliveries/sign.ts';

const page = readFileSync('shared/modules/webhooks/README.md', 'utf8');

/** The page's first sample in a language. */
function sample(language: string): string {
  return page.split(`\`\`\`${language}\n`)[1]?.split('```')[0] ?? '';
}

/** The input of a receiver. */
type Request = [secret: string, headers: Record<string, string>, body: string];

/** What the sample says; empty if it throws, which would end a receiver. */
const inNode = (...input: Request): string => {
  const script = `${sample('js')}\nprocess.stdout.write(String(isGenuine(...${JSON.stringify(input)})));`;
  return spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' }).stdout;
};

describe('the page’s sample for receivers in Node.js', () => {
  const secret = newSecret();
  const body = '{"type":"sales.order.shipped","data":{"name":"Grüße"}}';
  const secondsFromNow = (seconds: number) => new Date(Date.now() + seconds * 1_000);
  const headersAt = (at: Date, signed = body) => ({
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': `v1,bm90IHRoaXM= ${new Webhook(secret).sign('msg_1', at, signed)}`,
  });

  it('accepts requests signed with the secret, also with another signature', () => {
    expect(inNode(secret, headersAt(new Date()), body)).toBe('true');
  });

  it.each<[string, () => Request]>([
    ['another secret', () => [newSecret(), headersAt(new Date()), body]],
    ['another body', () => [secret, headersAt(new Date()), `${body} `]],
    ['an old request', () => [secret, headersAt(secondsFromNow(-301)), body]],
    // The process that verifies it starts a little later.
    ['a request from the future', () => [secret, headersAt(secondsFromNow(305)), body]],
    ['no headers', () => [secret, {}, body]],
    [
      'a signature of other characters',
      () => [secret, { ...headersAt(new Date()), 'webhook-signature': `v1,${'é'.repeat(44)}` }, body],
    ],
  ])('refuses %s', (_, request) => {
    expect(inNode(...request())).toBe('false');
  });
});
