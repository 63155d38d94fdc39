/** Stores the e-mails that SES accepted in a SQLite file across restarts; beyond a limit, the oldest are removed. */
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import type { SendRequest } from './requests.ts';

/** An e-mail as SES accepted it. */
export interface AcceptedMail extends SendRequest {
  /** The message id of SES. */
  id: string;
  acceptedAtMs: number;
}

export type MailBox = ReturnType<typeof openMailBox>;

/** More than a fault-injection test sends, but limited, so that a developer's disk does not fill up. */
const maxMails = 20_000;

const schema = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  CREATE TABLE IF NOT EXISTS mails (
    number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, recipient TEXT NOT NULL, mail TEXT NOT NULL
  );
  CREATE INDEX IF NOT EXISTS recipients ON mails (recipient);
`;

const mailOf = ({ mail }: Record<string, SQLOutputValue>): AcceptedMail => JSON.parse(String(mail));

/** Opens the e-mails in a file, which is created when missing. Throws when it cannot be read. */
export function openMailBox(file: string) {
  const database = new DatabaseSync(file);
  database.exec(schema);
  const add = database.prepare('INSERT INTO mails (id, recipient, mail) VALUES (?, ?, ?)');
  const trim = database.prepare('DELETE FROM mails WHERE number <= (SELECT MAX(number) FROM mails) - ?');
  const find = database.prepare('SELECT mail FROM mails WHERE id = ?');
  const newest = database.prepare('SELECT mail FROM mails ORDER BY number DESC LIMIT ?');
  const sentTo = database.prepare('SELECT mail FROM mails WHERE recipient = ? ORDER BY number DESC LIMIT ?');
  return {
    add(mail: AcceptedMail): void {
      add.run(mail.id, (mail.to[0] ?? '').toLowerCase(), JSON.stringify(mail));
      trim.run(maxMails);
    },
    find(id: string): AcceptedMail | undefined {
      const row = find.get(id);
      return row && mailOf(row);
    },
    /** Returns e-mails, to this address if one is given, newest first. */
    list(to: string | null, limit: number): AcceptedMail[] {
      return (to === null ? newest.all(limit) : sentTo.all(to.toLowerCase(), limit)).map(mailOf);
    },
    close: () => database.close(),
  };
}
