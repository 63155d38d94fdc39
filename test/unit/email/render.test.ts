import { describe, expect, it } from 'vitest';
import { shownEntries } from '../../../shared/modules/email/channel/digest.ts';
import { renderWithDefault, variablesOf } from '../../../shared/modules/email/channel/notification-text.ts';
import {
  renderMail,
  renderText,
  TemplateError,
  toMailText,
} from '../../../shared/modules/email/texts/render.ts';
import {
  digestMail,
  notificationTemplate,
  passwordResetMail,
} from '../../../shared/modules/email/texts/texts.ts';
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

/** The mail of a notification, without a link to unsubscribe. */
const notified = (more: object) =>
  renderMail(notificationTemplate, { ...variables, ...more }, { tenantName: 'A' });

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

  it.each([
    ['See https://a.example/x.', ['https://a.example/x']],
    ['(https://a.example/x), "https://a.example/y"', ['https://a.example/x', 'https://a.example/y']],
    ['https://a.example/y; https://a.example/z?a=1!', ['https://a.example/y', 'https://a.example/z?a=1']],
    ['https://a.example/A_(b) (see https://b.example).', ['https://a.example/A_(b)', 'https://b.example']],
    ['(see https://a.example/A_(b)).', ['https://a.example/A_(b)']],
    ['詳細：https://a.example/注文。', ['https://a.example/注文']],
    ['See\nhttps://a.example/search?q=why?', ['https://a.example/search?q=why?']],
    ['https://... https://a.example/-', ['https://a.example/-']],
  ])('links the addresses in %j without the punctuation around them', async (body, links) => {
    const { html } = await notified({ body, link: '' });
    expect([...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual(links);
  });

  it('links the whole path of a notification', () => {
    const content = { ...variables, titleVariables: null, bodyVariables: null };
    const linkOf = (linkHref: string) => variablesOf({ ...content, linkHref }, 'A').link;
    expect(linkOf('/orders/SO 1001?q="ü"#a-b')).toBe('/orders/SO%201001?q=%22%C3%BC%22#a-b');
    expect(linkOf('/orders/SO%201001')).toBe('/orders/SO%201001');
  });

  it('has no gap for missing fields', async () => {
    const { text } = await notified({ body: '', link: '' });
    expect(text).toBe('Order SO-1001 is overdue\n\n-- \nA\n');
  });

  it('escapes markup in values', async () => {
    const evil = '<img src=x onerror=alert(1)><script>alert(1)</script>';
    const { html } = await notified({ title: evil, body: evil });
    expect(html).not.toMatch(/<img|<script/);
    expect(html).toContain('&lt;img src=x');
  });

  it('loads no external resources', async () => {
    const body = '<link href="https://x"> ![a](https://e/x.png) https://e/y.png';
    const { html } = await renderMail({ subject: 'x', body }, variables, footer);
    expect(html).not.toMatch(/<(img|link|script|iframe)|url\(|src=/);
  });

  it('has a subject of one line, also for values with several', async () => {
    const { subject } = await notified({ title: 'Hi\r\nBcc: all@example.com' });
    expect(subject).toBe('Hi Bcc: all@example.com');
  });

  it('has no control characters', async () => {
    const { text } = await notified({ body: 'One\u0000\u001b[2J\tTwo\r\nThree\rFour' });
    expect(text).toContain('One[2J\tTwo\nThree\nFour');
  });

  it('does not render values as templates', async () => {
    const { text } = await notified({ body: '{{ link }} {% raw %}' });
    expect(text).toContain('{{ link }} {% raw %}');
  });

  it('lists the notifications of a digest', async () => {
    const items = [
      { title: 'One', body: '', link: '' },
      { title: 'Two', body: 'More', link: '' },
    ];
    const { subject, text } = await renderMail(
      digestMail.template,
      { ...variables, items, count: 3, more: 1 },
      footer,
      'email.digest.due',
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
    return renderText(digestMail.template, { ...variables, items, count: entries.length, more });
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
    const own = { subject: '{{ tenantName }}!', body: 'Dear reader,\n{{ title | upcase }}' };
    const body = expect.stringContaining('Dear reader,\nORDER SO-1001 IS OVERDUE');
    expect(await rendered(own)).toMatchObject({ subject: 'Example Ltd!', body });
  });

  const endless = `{% for a in (1..50000) %}${'x'.repeat(9_000)}{% endfor %}`;
  it.each([
    ['cannot be parsed', { subject: '{{ title', body: 'x' }],
    ['renders no subject', { subject: '{{ nothing }}', body: 'x' }],
    ['never ends', { subject: 'x', body: '{% for a in (1..100000000) %}{{ a }}{% endfor %}' }],
    ['renders a long text', { subject: 'x', body: '{% for a in (1..90000) %}xxxxx{% endfor %}' }],
    ['hides a text without end', { subject: 'x', body: `{% capture a %}${endless}{% endcapture %}x` }],
    ['reads files', { subject: 'x', body: "{% render 'package.json' %}" }],
    ['includes files', { subject: 'x', body: "{% include '/etc/passwd' %}" }],
  ])('that %s is replaced by the default text', async (_, own) => {
    expect(await rendered(own)).toEqual(await renderText(notificationTemplate, variables));
  });
});

describe('the secret link of a mail', () => {
  const type = 'email.password.reset';
  const url = 'https://api.example.com/api/auth/password/reset?token=secret';
  const values = { ...variables, link: '', validFor: '30 minutes' };
  const mailWith = async (body: string, subject = 'x') => {
    const rendered = await renderText({ subject, body }, values, type);
    return toMailText(rendered, { tenantName: 'Example Ltd', link: { url, label: 'Choose' } });
  };

  it('is a button where the template places it, with the template’s label and color', async () => {
    const { text, html } = await mailWith('Dear reader,\n{% button "Go & set it", color: "#102030" %}\nBye');
    expect(text).toBe(`Dear reader,\n\nGo & set it:\n${url}\n\nBye\n\n-- \nExample Ltd\n`);
    expect(html).toContain(`<a href="${url}" style="display:inline-block`);
    expect(html).toContain('background:#102030');
    expect(html).toContain('Go &amp; set it</a>');
    expect(html).not.toContain('button-');
  });

  it('follows the text of a template without a button', async () => {
    const { text, html } = await mailWith('Dear reader');
    expect(text).toBe(`Dear reader\n\nChoose:\n${url}\n\n-- \nExample Ltd\n`);
    expect(html).toContain(`<a href="${url}"`);
  });

  it('is in the default text once', async () => {
    const { template } = passwordResetMail;
    const { text, html } = await mailWith(template.body, template.subject);
    expect([text.split(url).length, html.split(`href="${url}"`).length]).toEqual([2, 2]);
  });

  const button = '{% button "Go" %}';
  const evil = 'https://evil.example/?x=';
  const captured = `{% capture l %}${button}{% endcapture %}`;
  it.each([
    ['a variable', '{{ link }}'],
    ['a variable in a branch that is not taken', '{% if severity == "critical" %}{{ link }}{% endif %}'],
    ['a variable by another name', '{% assign l = link %}{{ l }}'],
    ['a variable by brackets', '{{ ["link"] }}'],
    ['a token variable', '{{ token }}'],
    ['a filter', `${evil}{{ link | url_encode }}`],
    ['a condition', '{% if link contains "a" %}a{% endif %}x'],
    ['a loop', '{% for c in link %}{{ c }}{% endfor %}x'],
    ['a captured button', `${captured}${evil}{{ l | url_encode }}`],
    [
      'a captured button that is split',
      `${captured}{% for c in l %}{{ c }}{% endfor %}{{ l | slice: 0, 3 }}`,
    ],
    ['a captured button that is replaced', `${captured}{{ l | replace: "-", "+" }}`],
    ['a captured button that is dropped', `${captured}x`],
    ['a button in an address', `${evil}${button}`],
    ['a button glued to an address', `${evil}\n{%- button "Go" %}`],
    ['a button before a text', `${button}.evil.example`],
    ['a button in an attribute', `<a href="${evil}${button}">`],
    ['a button in a style', `<style>a{background:url(${evil}${button})}</style>`],
    ['a button in a comment', `<!-- ${button} -->`],
    ['several buttons', `${button}\n\n${button}`],
    ['a button with a computed label', '{% button link %}'],
    ['a button with markup in its color', '{% button "x", color: "red;background:url(https://e.example)" %}'],
    ['another template', '{% render "reset" %}'],
  ])('is not read by %s', async (_, body) => {
    await expect(mailWith(body)).rejects.toThrow(TemplateError);
    const own = { subject: 'x', body };
    const about = { tenantId: 'tenant', type };
    const { template } = passwordResetMail;
    const { subject } = await renderWithDefault({ own, default: template }, values, about);
    expect(subject).toBe(template.subject);
  });

  const tooLong = 'The template is too long, takes too long, or renders too much text.';
  it.each([
    ['{% foo %}', 'The template is not valid Liquid at line 1, column 1.'],
    ['a\n{% if %}', 'The template is not valid Liquid at line 2, column 6.'],
    ['{{', 'The template is not valid Liquid at line 1, column 1.'],
    ['{% if a %}x', 'The template is not valid Liquid at line 1, column 1.'],
    ['x'.repeat(20_001), tooLong],
    ['{% for i in (1..9000000) %}{{ i }}{% endfor %}', tooLong],
    [
      '{% button link %}',
      'Write the button as {% button "Label" %} or {% button "Label", color: "#0b57d0" %}.',
    ],
    ['{{ secret }}', expect.stringMatching(/^The variable secret is unknown\. /)],
  ])('is refused in the words of the platform: %s', async (body, message) => {
    await expect(mailWith(body)).rejects.toMatchObject({ field: 'body', message });
  });

  it.each([['{{ link }}'], [button], ['{{ token }}']])('is not part of a subject: %s', async (subject) => {
    await expect(mailWith('x', subject)).rejects.toThrow(TemplateError);
  });

  it('stays in a paragraph of its own between texts of a template', async () => {
    const { text, html } = await mailWith(`<a href="${evil}\n${button}\n">\n<base href="${evil}">`);
    expect(text).toContain(`${evil}\n\nGo:\n${url}\n\n">`);
    expect([...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual([evil, url, evil]);
  });
});
