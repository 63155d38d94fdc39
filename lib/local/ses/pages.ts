/** HTML pages of the control server with the sent e-mails. */
import { ControlPage } from '../control-page.ts';
import { escapeHtml } from '../escape-html.ts';
import type { AcceptedMail } from './mail-box.ts';

const style =
  'body{font:16px system-ui;margin:2rem;max-width:60rem}table{border-collapse:collapse;width:100%}' +
  'td,th{text-align:left;padding:.4rem;border-bottom:1px solid #ddd;vertical-align:top}' +
  'iframe{width:100%;height:30rem;border:1px solid #ddd}pre{white-space:pre-wrap}';

const page = (title: string, body: string): ControlPage =>
  new ControlPage(
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>` +
      `<style>${style}</style></head><body><h1>${escapeHtml(title)}</h1>${body}</body></html>`,
  );

const moment = (atMs: number): string => new Date(atMs).toISOString();

export function listPage(mails: readonly AcceptedMail[]): ControlPage {
  const rows = mails.map(
    ({ id, acceptedAtMs, to, subject }) =>
      `<tr><td>${moment(acceptedAtMs)}</td><td>${escapeHtml(to.join(', '))}</td>` +
      `<td><a href="/mail/message?id=${encodeURIComponent(id)}">${escapeHtml(subject)}</a></td></tr>`,
  );
  const table = `<table><thead><tr><th>Sent</th><th>To</th><th>Subject</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
  return page('Mails', mails.length === 0 ? '<p>No e-mails were sent yet.</p>' : table);
}

/** One e-mail: its headers, its HTML without scripts, and its plain text. */
export function mailPage({ from, to, replyTo, subject, text, html, ...mail }: AcceptedMail): ControlPage {
  const headers = [
    { name: 'From', value: from },
    { name: 'To', value: to.join(', ') },
    { name: 'Reply-To', value: replyTo.join(', ') },
    ...mail.headers,
    { name: 'Sent', value: moment(mail.acceptedAtMs) },
  ].filter(({ value }) => value !== '');
  const rows = headers.map(
    ({ name, value }) => `<tr><th>${escapeHtml(name)}</th><td>${escapeHtml(value)}</td></tr>`,
  );
  const parts = [
    `<p><a href="/mail">All mails</a></p><table>${rows.join('')}</table>`,
    html && `<h2>HTML</h2><iframe sandbox title="HTML of the mail" srcdoc="${escapeHtml(html)}"></iframe>`,
    text && `<h2>Text</h2><pre>${escapeHtml(text)}</pre>`,
  ];
  return page(subject, parts.join(''));
}
