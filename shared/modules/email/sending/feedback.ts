/** The worker of the queue `email-feedback` records reports of SES. */

import { normalizeAddress } from '../../../kernel/base/email-address.ts';
import type { TenantScope } from '../../../kernel/base/principal.ts';
import { dayOf } from '../../../kernel/base/times.ts';
import { log } from '../../../kernel/observability/log.ts';
import type { Message } from '../../../kernel/queues/message.ts';
import { notify } from '../../notifications/public.ts';
import { systemContext } from '../changes.ts';
import { emailLimits } from '../limits.ts';
import { pauseReason, statesBefore } from './mail.ts';
import { changeMail } from './mail-store.ts';
import { pauseSending, readDay } from './sending-store.ts';
import type { MailReport } from './ses-event.ts';
import { suppress } from './suppression-store.ts';

/** Returns the daily counts that a report increments. */
function countsOf({
  state,
  isPermanent,
}: MailReport): Partial<Record<'bounced' | 'complained', number>> | undefined {
  if (state === 'complained') return { complained: 1 };
  return state === 'bounced' && isPermanent ? { bounced: 1 } : undefined;
}

async function suppressAll(
  scope: TenantScope,
  { addresses, state }: MailReport,
  nowMs: number,
): Promise<void> {
  const reason = state === 'complained' ? 'complaint' : 'bounce';
  for (const text of addresses) {
    const address = normalizeAddress(text);
    if (address !== undefined)
      await suppress(scope, { address, reason, createdAtMs: nowMs }, systemContext(nowMs));
  }
}

/**
 * Pauses the tenant if too many of its mails of a day bounced or caused complaints. Reports often arrive on a later day, of
 * whose mails they say nothing.
 */
async function pauseIfNeeded(scope: TenantScope, sentAtMs: number, nowMs: number): Promise<void> {
  const reason = pauseReason(await readDay(scope, sentAtMs));
  if (reason === undefined) return;
  const untilMs = nowMs + emailLimits.pauseHours * 3_600_000;
  if (await pauseSending(scope, { untilMs, reason }, nowMs))
    log('warn', 'mail sending of a tenant is paused', { ...scope, reason });
  // Also if the tenant was paused before, because a worker may have died before the notification. Once a day.
  await notify(
    {
      scope: { ...scope, organizationId: null },
      to: { feature: 'email.manage' },
      type: 'email.sending.paused',
      severity: 'error',
      title: 'E-mails are paused',
      body: `${reason} Remove invalid addresses before mails are sent again.`,
      icon: 'mail',
      source: { module: 'email' },
    },
    { nowMs, causes: [`email-paused-${dayOf(nowMs)}`] },
  );
}

/** Records a report. Reports may be repeated and may arrive in any order. */
export async function recordReport({ data }: Message<{ report?: MailReport }>): Promise<void> {
  const { report } = data;
  if (report === undefined) return;
  const { mail, state, reason, sesMessageId, sentAtMs, isPermanent } = report;
  const scope = { tenantId: mail.tenantId };
  const nowMs = Date.now();
  // Before the change of state, which happens once: if the worker dies in between, the repeated report suppresses again.
  if (isPermanent) await suppressAll(scope, report, nowMs);
  const amounts = countsOf(report);
  const from = statesBefore(state);
  const counted = amounts && { amounts, sentAtMs };
  await changeMail(mail, { state, reason, sesMessageId }, { from, nowMs, ...(counted && { counted }) });
  if (counted !== undefined) await pauseIfNeeded(scope, sentAtMs, nowMs);
}
