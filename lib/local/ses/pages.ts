/** HTML pages of the control server with the sent e-mails. */
import type { AcceptedMail } from './mail-box.ts';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);

const style =
  'body{font:16px system-ui;margin:2rem;max-width:60rem}table{border-collapse:collapse;width:100%}' +
  'td,th{text-align:left;padding:.4rem;border-bottom:1px solid #ddd;vertical-align:top}' +
  'iframe{width:100%;height:30rem;border:1px solid #ddd}pre{white-space:pre-wrap}';

const page = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escaped(title)}</title>` +
  `<style>${style}</style></head><body><h1>${escaped(title)}</h1>${body}</body></html>`;

const moment = (atMs: number): string => new Date(atMs).toISOString();

export function listPage(mails: readonly AcceptedMail[]): string {
  const rows = mails.map(
    ({ id, acceptedAtMs, to, subject }) =>
      `<tr><td>${moment(acceptedAtMs)}</td><td>${escaped(to.join(', '))}</td>` +
      `<td><a href="/mail/message?id=${encodeURIComponent(id)}">${escaped(subject)}</a></td></tr>`,
  );
  const table = `<table><thead><tr><th>Sent</th><th>To</th><th>Subject</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
  return page('Mails', mails.length === 0 ? '<p>No e-mails were sent yet.</p>' : table);
}

/** One e-mail: its headers, its HTML without scripts, and its plain text. */
export function mailPage(mail: AcceptedMail): string {
  const headers = [
    ['From', mail.from],
    ['To', mail.to.join(', ')],
    ['Reply-To', mail.replyTo.join(', ')],
    ...mail.headers.map(({ name, value }) => [name, value]),
    ['Sent', moment(mail.acceptedAtMs)],
  ].filter(([, value]) => value !== '');
  const rows = headers.map(
    ([name = '', value = '']) => `<tr><th>${escaped(name)}</th><td>${escaped(value)}</td></tr>`,
  );
  const html =
    mail.html === null
      ? ''
      : `<h2>HTML</h2><iframe sandbox title="HTML of the mail" srcdoc="${escaped(mail.html)}"></iframe>`;
  const text = mail.text === null ? '' : `<h2>Text</h2><pre>${escaped(mail.text)}</pre>`;
  return page(
    mail.subject,
    `<p><a href="/mail">All mails</a></p><table>${rows.join('')}</table>${html}${text}`,
  );
}
