import type { LoggedMail } from '../../../shared/clients/typescript/index.ts';
import { mailTexts } from '../texts/mails.ts';
import { Badge } from '../ui/badge.tsx';
import type { Tone } from '../ui/notice.tsx';

export const states = [
  'queued',
  'deferred',
  'sending',
  'sent',
  'delivered',
  'bounced',
  'complained',
  'skipped',
  'failed',
] as const;

const tones: Readonly<Record<LoggedMail['state'], Tone>> = {
  queued: 'calm',
  deferred: 'warn',
  sending: 'accent',
  sent: 'accent',
  delivered: 'good',
  bounced: 'bad',
  complained: 'bad',
  skipped: 'warn',
  failed: 'bad',
};

export function MailState({ of }: { of: LoggedMail['state'] }) {
  return <Badge tone={tones[of]}>{mailTexts.states[of]}</Badge>;
}

const reasons: ReadonlyMap<string, string> = new Map(Object.entries(mailTexts.reasons));

/** The reason as text, or the message of the mail service. */
export const reasonText = (reason: string): string => reasons.get(reason) ?? reason;
