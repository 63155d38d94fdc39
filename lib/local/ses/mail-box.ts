/** The mails that SES has accepted, kept over restarts in one SQLite file; the oldest are removed beyond a limit. */
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';

export interface MailHeader {
  name: string;
  value: string;
}

/** A mail as SES accepted it. */
export interface AcceptedMail {
  /** Id that SES gave to it. */
  id: string;
  from: string;
  to: readonly string[];
  replyTo: readonly string[];
  subject: string;
  text: string | null;
  html: string | null;
  headers: readonly MailHeader[];
  tags: Readonly<Record<string, string>>;
  configurationSet: string | null;
  /** Tenant of SES that it was sent for. */
  tenantName: string | null;
  acceptedAtMs: number;
}

export interface MailQuery {
  /** Only those to this address. */
  to?: string | undefined;
  /** Only those with this tag, by name and value. */
  tag?: { name: string; value: string } | undefined;
  limit?: number | undefined;
}

export interface MailBox {
  add(mail: AcceptedMail): void;
  find(id: string): AcceptedMail | undefined;
  /** The newest first. */
  list(query?: MailQuery): AcceptedMail[];
  clear(): void;
  close(): void;
}

/** More than a fault-injection test sends; a developer's machine must not fill up. */
const maxMails = 20_000;
const defaultLimit = 200;

const schema = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  CREATE TABLE IF NOT EXISTS mails (
    number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, recipient TEXT NOT NULL, mail TEXT NOT NULL
  );
  CREATE INDEX IF NOT EXISTS recipients ON mails (recipient);
`;

const mailOf = (row: Record<string, SQLOutputValue>): AcceptedMail =>
  JSON.parse(String(row.mail)) as AcceptedMail;

/** Opens the mails in a file, which is created when absent. Throws when it cannot be read. */
export function openMailBox(file: string): MailBox {
  const database = new DatabaseSync(file);
  database.exec(schema);
  const add = database.prepare('INSERT INTO mails (id, recipient, mail) VALUES (?, ?, ?)');
  const trim = database.prepare('DELETE FROM mails WHERE number <= (SELECT MAX(number) FROM mails) - ?');
  const find = database.prepare('SELECT mail FROM mails WHERE id = ?');
  const newest = database.prepare('SELECT mail FROM mails ORDER BY number DESC');
  const sentTo = database.prepare('SELECT mail FROM mails WHERE recipient = ? ORDER BY number DESC');
  const clear = database.prepare('DELETE FROM mails');

  return {
    add(mail) {
      add.run(mail.id, (mail.to[0] ?? '').toLowerCase(), JSON.stringify(mail));
      trim.run(maxMails);
    },
    find(id) {
      const row = find.get(id);
      return row && mailOf(row);
    },
    list({ to, tag, limit = defaultLimit } = {}) {
      const rows = to === undefined ? newest.iterate() : sentTo.iterate(to.toLowerCase());
      const found: AcceptedMail[] = [];
      for (const row of rows) {
        if (found.length >= limit) break;
        const mail = mailOf(row);
        if (tag === undefined || mail.tags[tag.name] === tag.value) found.push(mail);
      }
      return found;
    },
    clear: () => void clear.run(),
    close: () => database.close(),
  };
}
