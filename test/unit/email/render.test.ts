import { describe, expect, it } from 'vitest';
import { shownEntries } from '../../../shared/modules/email/channel/digest.ts';
import { renderWithDefault } from '../../../shared/modules/email/channel/notification-text.ts';
import { renderMail, renderText } from '../../../shared/modules/email/texts/render.ts';
import { digestTemplate, notificationTemplate } from '../../../shared/modules/email/texts/texts.ts';
import { silenceLog } from '../../support/runtime/quiet-log.ts';

silenceLog();

const variables = {
  title: 'Order SO-1001 is overdue',
  body: 'It should have left on Monday.',
  type: 'sales.order.overdue',
  severity: 'warning',
  link: 'https://api.example.com/orders/SO-1001',
  tenantName: 'Example Ltd',
};
const footer = { tenantName: 'Example Ltd', unsubscribeUrl: 'https://api.example.com/u?token=a.b' };

describe('a mail', () => {
  it('contains its notification, as text and as HTML', async () => {
    const { subject, text, html } = await renderMail(notificationTemplate, variables, footer);
    expect(subject).toBe('Order SO-1001 is overdue');
    expect(text).toBe(
      'Order SO-1001 is overdue\n\nIt should have left on Monday.\n\nhttps://api.example.com/orders/SO-1001\n\n' +
        '-- \nExample Ltd\nUnsubscribe or change preferences: https://api.example.com/u?token=a.b\n',
    );
    expect(html).toContain('<a href="https://api.example.com/orders/SO-1001"');
    expect(html).toContain('href="https://api.example.com/u?token=a.b"');
  });

  it('has no gap for missing fields', async () => {
    const { text } = await renderMail(
      notificationTemplate,
      { ...variables, body: '', link: '' },
      { tenantName: 'A' },
    );
    expect(text).toBe('Order SO-1001 is overdue\n\n-- \nA\n');
  });

  it('escapes markup in values', async () => {
    const evil = '<img src=x onerror=alert(1)><script>alert(1)</script>';
    const { html } = await renderMail(
      notificationTemplate,
      { ...variables, title: evil, body: evil },
      footer,
    );
    expect(html).not.toMatch(/<img|<script/);
    expect(html).toContain('&lt;img src=x');
  });

  it('loads no external resources', async () => {
    const { html } = await renderMail(
      { subject: 'x', body: '<link href="https://x"> ![a](https://e/x.png) https://e/y.png' },
      variables,
      footer,
    );
    expect(html).not.toMatch(/<(img|link|script|iframe)|url\(|src=/);
  });

  it('has a subject of one line, also for values with several', async () => {
    const { subject } = await renderMail(
      notificationTemplate,
      { ...variables, title: 'Hi\r\nBcc: all@example.com' },
      footer,
    );
    expect(subject).toBe('Hi Bcc: all@example.com');
  });

  it('has no control characters', async () => {
    const body = 'One\u0000\u001b[2J\tTwo\r\nThree';
    const { text } = await renderMail(notificationTemplate, { ...variables, body }, footer);
    expect(text).toContain('One[2J\tTwo\nThree');
  });

  it('does not render values as templates', async () => {
    const { text } = await renderMail(
      notificationTemplate,
      { ...variables, body: '{{ link }} {% raw %}' },
      footer,
    );
    expect(text).toContain('{{ link }} {% raw %}');
  });

  it('lists the notifications of a digest', async () => {
    const items = [
      { title: 'One', body: '', link: '' },
      { title: 'Two', body: 'More', link: '' },
    ];
    const { subject, text } = await renderMail(
      digestTemplate,
      { ...variables, items, count: 3, more: 1 },
      footer,
    );
    expect(subject).toBe('3 notifications');
    expect(text).toContain('One\n\nTwo\nMore\n\nAnd 1 more in your inbox.');
  });
});

describe('a digest', () => {
  const entryWith = (more: object) => ({
    ...{ id: 'id', type: variables.type, organizationId: null, title: 'One', body: '', link: '' },
    ...more,
  });
  const digestOf = (entries: ReturnType<typeof entryWith>[]) => {
    const items = shownEntries(entries);
    const more = entries.length - items.length;
    return renderText(digestTemplate, { ...variables, items, count: entries.length, more });
  };

  it('contains as many long notifications as fit into a mail, and counts the others', async () => {
    const { body } = await digestOf(Array.from({ length: 60 }, () => entryWith({ body: 'x'.repeat(2_000) })));
    expect(body).toContain('One\nxxx');
    expect(body).toMatch(/And \d+ more in your inbox\.$/);
  });

  it('contains the type of a notification without a title', async () => {
    expect((await digestOf([entryWith({ title: ' ' })])).body).toBe(variables.type);
  });
});

describe('a template of a tenant', () => {
  const about = { tenantId: 'tenant', type: variables.type };
  const rendered = (own: { subject: string; body: string }) =>
    renderWithDefault({ own, default: notificationTemplate }, variables, about);

  it('replaces the default text', async () => {
    const { subject, body } = await rendered({
      subject: '{{ tenantName }}!',
      body: 'Dear reader,\n{{ title | upcase }}',
    });
    expect(subject).toBe('Example Ltd!');
    expect(body).toContain('Dear reader,\nORDER SO-1001 IS OVERDUE');
  });

  it.each([
    ['cannot be parsed', { subject: '{{ title', body: 'x' }],
    ['renders no subject', { subject: '{{ nothing }}', body: 'x' }],
    ['never ends', { subject: 'x', body: '{% for a in (1..100000000) %}{{ a }}{% endfor %}' }],
    ['renders a long text', { subject: 'x', body: '{% for a in (1..90000) %}xxxxx{% endfor %}' }],
    [
      'hides a text without end',
      {
        subject: 'x',
        body: `{% capture a %}{% for a in (1..50000) %}${'x'.repeat(9_000)}{% endfor %}{% endcapture %}x`,
      },
    ],
    ['reads files', { subject: 'x', body: "{% render 'package.json' %}" }],
    ['includes files', { subject: 'x', body: "{% include '/etc/passwd' %}" }],
  ])('that %s is replaced by the default text', async (_, own) => {
    expect(await rendered(own)).toEqual(await renderText(notificationTemplate, variables));
  });
});
