/** Previews of mails. */
import { expect, it } from 'vitest';
import { StaleError } from '../../../shared/kernel/errors/errors.ts';
import { putTemplate } from '../../../shared/modules/email/texts/template-store.ts';
import { logOf } from '../../support/builders/email.ts';
import { aTenant, type TestCaller } from '../../support/builders/tenants.ts';

interface Preview {
  subject: string;
  text: string;
  html: string;
  unsubscribeUrl: string;
}

const type = 'sales.order.overdue';
const preview = ({ api }: TestCaller, body: object) =>
  api.post<Preview>('/api/email/preview', { body: { type, ...body } });

it('a preview shows the default text, then the tenant’s template, with the given values, and sends nothing', async () => {
  const caller = await aTenant();
  const { subject } = (await preview(caller, { variables: { title: 'Order 7 is late' } })).body;
  expect(subject).toBe('Order 7 is late');
  const own = { subject: 'Look: {{ title }}', body: 'Dear reader,\n\n{{ body }}' };
  expect((await caller.api.put(`/api/email/templates/${type}`, { body: own })).status).toBe(200);
  const { status, body } = await preview(caller, {
    variables: { title: 'Order 8', body: '<img src="https://example.com/x.png">' },
  });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    subject: 'Look: Order 8',
    text: expect.stringMatching(/^Dear reader,\n\n<img /),
    unsubscribeUrl: expect.stringMatching(/\/api\/email\/unsubscribe\?token=./),
  });
  expect(body.html).toContain('&lt;img ');
  expect(body.html).not.toContain('<img');
  expect(body.html).toContain('Dear reader,');
  expect(body.text).toContain(body.unsubscribeUrl);
  expect(await logOf(caller)).toEqual([]);
});

it('a preview shows an unsaved template, and explains why a template cannot be rendered', async () => {
  const caller = await aTenant();
  const draft = await preview(caller, { subject: 'Draft {{ title }}', variables: { title: '9' } });
  expect(draft).toMatchObject({ status: 200, body: { subject: 'Draft 9' } });
  const broken = await preview(caller, { body: '{% if %}' });
  expect(broken.status).toBe(400);
  expect(JSON.stringify(broken.body)).toContain('body');
  const stored = await caller.api.get('/api/email/templates');
  expect(stored.body).toMatchObject({ items: [] });
});

it.each(['email.password.reset', 'email.user.invited', 'email.confirmation'])(
  'a template of %s positions the link, but is refused if it reads it',
  async (platformType) => {
    const { api } = await aTenant();
    const save = (body: string) =>
      api.put(`/api/email/templates/${platformType}`, { body: { subject: 'Look', body } });
    for (const body of ['{{ link }}', 'https://evil.example/?x={{ link | url_encode }}', '{{ token }}'])
      expect(await save(body)).toMatchObject({ status: 400, body: { details: [{ field: 'body' }] } });
    const own = 'Dear reader,\n{% button "Here" %}\nBye';
    expect((await save(own)).status).toBe(200);
    const { body } = await api.post<Preview>('/api/email/preview', { body: { type: platformType } });
    expect(body.text).toMatch(/^Dear reader,\n\nHere:\nhttps?:\/\/\S+\?token=example\n\nBye\n/);
    expect(body.html).toMatch(/<a href="[^"]+\?token=example"[^>]*>Here<\/a>/);
  },
);

it('a page of templates that is too large for one response is refused with a page size that fits', async () => {
  const caller = await aTenant();
  const template = { subject: 'x', body: '"'.repeat(10_000), updatedAtMs: Date.now(), revision: 1 };
  const put = (_: unknown, index: number) =>
    putTemplate(caller, { ...template, type: `sales.order.${index}` }, undefined, [], () => new StaleError());
  await Promise.all(Array.from({ length: 140 }, put));
  const refused = await caller.api.get('/api/email/templates?pageSize=200');
  expect(refused).toMatchObject({ status: 400, body: { code: 'page_too_large' } });
  const page = await caller.api.get(`/api/email/templates?pageSize=${refused.body.suggestedPageSize}`);
  expect(page).toMatchObject({ status: 200, body: { total: 140 } });
});
