/** Helpers for tests of e-mail: e-mails, the mailbox of the local SES, and the log. */
import { expect, inject } from 'vitest';
import type { AcceptedMail } from '../../../lib/local/ses/mail-box.ts';
import type { LoggedMail } from '../../../shared/modules/email/log-contract.ts';
import type { Mail } from '../../../shared/modules/email/sending/mail.ts';
import { eventually } from '../clients/eventually.ts';
import type { Reader } from './notifications.ts';
import type { TestCaller } from './tenants.ts';

const createdAtMs = Date.UTC(2026, 2, 1, 9, 30);

/** An e-mail that waits for its worker. */
export const aMail = (overrides: Partial<Mail> = {}): Mail => ({
  id: '8d3b1f0e-6c1a-5e0b-9a77-3c5d2f1e4b60',
  tenantId: '0d6b6a52-1d0e-4f57-9f0b-0a4c5c4f2c11',
  organizationId: null,
  kind: 'notification',
  type: 'sales.order.overdue',
  notificationId: null,
  userId: null,
  to: 'ada@example.com',
  subject: 'Order SO-1001 is overdue',
  state: 'queued',
  reason: null,
  attempts: 0,
  unconfirmed: 0,
  claimedAtMs: null,
  sesMessageId: null,
  createdAtMs,
  updatedAtMs: createdAtMs,
  expiresAtMs: createdAtMs + 86_400_000,
  ...overrides,
});

/** A request to the mailbox at the control port of the runtime. */
export async function mailbox<T>(method: string, path: string, body?: object): Promise<T> {
  const response = await fetch(`${inject('controlUrl')}/mail${path}`, {
    method,
    ...(body && { body: JSON.stringify(body) }),
  });
  expect(response.ok, path).toBe(true);
  return (await response.json()) as T;
}

/** The e-mails to an address, latest first. */
export const mailsTo = async (to: string): Promise<AcceptedMail[]> =>
  (await mailbox<{ mails: AcceptedMail[] }>('GET', `?to=${encodeURIComponent(to)}`)).mails;

export const mailTo = (to: string): Promise<AcceptedMail> =>
  eventually(`an e-mail to ${to}`, async () => (await mailsTo(to))[0]);

export async function logOf({ api }: Pick<TestCaller, 'api'>, query = ''): Promise<LoggedMail[]> {
  const answer = await api.get<{ items: LoggedMail[] }>(`/api/email/log?${query}`);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.items;
}

/** Waits for the latest log entry that matches a query. */
export const logged = (caller: Pick<TestCaller, 'api'>, query: string): Promise<LoggedMail> =>
  eventually(`an e-mail with ${query}`, async () => (await logOf(caller, query))[0]);

/** Sets preferences of a reader. */
export async function prefer({ api }: Pick<Reader, 'api'>, body: object): Promise<void> {
  const answer = await api.put('/api/email/preferences', { body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
}
