/** The pages of links in mails. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { htmlReply, pageColors, withErrorPages } from '../../../shared/modules/email/texts/link-page.ts';

it('have the colours of the console', () => {
  const tokens = readFileSync('lib/console/ui/tokens.css', 'utf8');
  for (const [name, value] of Object.entries(pageColors)) expect(tokens).toContain(`${name}: ${value};`);
});

it('allow their own style sheet only, and escape texts', async () => {
  const { body, headers } = await htmlReply({ title: '<b>', text: '"&', button: 'Go' });
  const style = /<style>(.*?)<\/style>/.exec(body)?.[1] ?? '';
  const hash = createHash('sha256').update(style).digest('base64');
  expect(headers['content-security-policy']).toContain(`style-src 'sha256-${hash}'`);
  expect(headers['content-security-policy']).not.toContain('unsafe');
  expect(body).toContain('<h1>&lt;b&gt;</h1><p>&#34;&amp;</p>');
});

it.each([
  ['text/html,*/*;q=0.8', 404, 'This link is no longer valid'],
  ['text/html', 429, 'Try again &lt;later&gt;.'],
  ['application/json', 404, '"error"'],
  [undefined, 404, '"error"'],
  ['text/html', 200, '"error"'],
])('a request that accepts %s and has failed with %i contains %s', async (accept, statusCode, text) => {
  const body = JSON.stringify({ error: 'Try again <later>.' });
  const handler = withErrorPages(async () => ({ statusCode, headers: { 'x-request-id': 'r' }, body }));
  const event = { headers: { ...(accept !== undefined && { accept }) } } as Parameters<typeof handler>[0];
  const result = await handler(event, {} as Parameters<typeof handler>[1]);
  expect(result.body).toContain(text);
  expect(result.headers).toHaveProperty('x-request-id', 'r');
});
