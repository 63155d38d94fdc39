/** Stores the e-mails that SES accepted in a SQLite file across restarts; beyond a limit, the oldest are removed. */
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';

export interface MailHeader {
  name: string;
  value: string;
}

/** An e-mail as SES accepted it. */
export interface AcceptedMail {
  /** The message id of SES. */
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
  /** The SES tenant in whose name it was sent. */
  tenantName: string | null;
  acceptedAtMs: number;
}

export interface MailQuery {
  /** Only e-mails to this address. */
  to?: string | undefined;
  /** Only e-mails with this tag, by name and value. */
  tag?: { name: string; value: string } | undefined;
  limit?: number | undefined;
}

export interface MailBox {
  add(mail: AcceptedMail): void;
  find(id: string): AcceptedMail | undefined;
  /** Newest first. */
  list(query?: MailQuery): AcceptedMail[];
  clear(): void;
  close(): void;
}

/** More than a fault-injection test sends, but limited, so that a developer's disk does not fill up. */
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

/** Opens the e-mails in a file, which is created when missing. Throws when it cannot be read. */
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
