/**
 * Parses event messages of SES.
 * https://docs.aws.amazon.com/ses/latest/dg/event-publishing-retrieving-sns-contents.html
 */

import * as z from 'zod/mini';
import { parseJson } from '../../../kernel/base/json.ts';
import { MalformedMessageError, type Message } from '../../../kernel/queues/message.ts';
import type { MailId, ReportedState } from './mail.ts';
import { mailTags } from './tags.ts';

const SesEvent = z.object({
  eventType: z.string(),
  mail: z.object({
    messageId: z.string(),
    timestamp: z.string().check(z.refine((text) => !Number.isNaN(Date.parse(text)))),
    destination: z.array(z.string()),
    tags: z.record(z.string(), z.array(z.string())),
  }),
  bounce: z.optional(z.object({ bounceType: z.string(), bounceSubType: z.optional(z.string()) })),
  complaint: z.optional(
    z.object({
      complaintFeedbackType: z.optional(z.nullable(z.string())),
      complaintSubType: z.optional(z.nullable(z.string())),
    }),
  ),
  reject: z.optional(z.object({ reason: z.optional(z.string()) })),
});

/** A report of SES about one mail. */
export interface MailReport {
  mail: MailId;
  sesMessageId: string;
  /** When SES sent the mail. */
  sentAtMs: number;
  addresses: readonly string[];
  state: ReportedState;
  reason: string | null;
  /** Whether the address must be suppressed: after a permanent bounce or a complaint. */
  isPermanent: boolean;
}

/**
 * SES did not try to send the mail, because an earlier one to the address bounced or caused a complaint. It may have been a
 * mail of another tenant. SES does not count it either.
 */
const suppressedBySes = 'OnAccountSuppressionList';

type Report = Pick<MailReport, 'state' | 'reason' | 'isPermanent'>;

const report = (state: ReportedState, reason: string | null = null, isPermanent = false): Report => ({
  state,
  reason,
  isPermanent,
});

function reportOf({ eventType, bounce, complaint, reject }: z.infer<typeof SesEvent>): Report | undefined {
  switch (eventType) {
    case 'Send':
      return report('sent');
    case 'Delivery':
      return report('delivered');
    case 'Bounce': {
      const { bounceType = 'Undetermined', bounceSubType } = bounce ?? {};
      const reason = [bounceType, bounceSubType].filter((text) => text !== undefined).join(', ');
      return report('bounced', reason, bounceType === 'Permanent' && bounceSubType !== suppressedBySes);
    }
    case 'Complaint': {
      const { complaintFeedbackType: type = null, complaintSubType } = complaint ?? {};
      if (complaintSubType === suppressedBySes) return report('bounced', complaintSubType);
      // The opposite: the recipient says that the mail is no spam (https://www.rfc-editor.org/rfc/rfc6430).
      return type === 'not-spam' ? undefined : report('complained', type, true);
    }
    case 'Reject':
      return report('failed', reject?.reason ?? 'SES rejected the mail.');
    default:
      return undefined;
  }
}

function parsed(body: string): unknown {
  try {
    return parseJson(body);
  } catch (error) {
    throw new MalformedMessageError('The message is not JSON.', { cause: error });
  }
}

/**
 * Converts SES's message to the platform's envelope. Messages about other mails, such as the test message of a new
 * destination, have no report. Throws MalformedMessageError for an invalid message.
 */
export function readSesEvent(body: string): Message<{ report?: MailReport }> {
  const event = z.safeParse(SesEvent, parsed(body));
  if (!event.success) throw new MalformedMessageError('The message is not an event of SES.');
  const { mail, eventType } = event.data;
  const [id] = mail.tags[mailTags.mail] ?? [];
  const [tenantId] = mail.tags[mailTags.tenant] ?? [];
  const createdAtMs = Number(mail.tags[mailTags.createdAt]?.[0]);
  const parsedReport = reportOf(event.data);
  const isOurs = id !== undefined && tenantId !== undefined && Number.isFinite(createdAtMs);
  return {
    v: 1,
    id: mail.messageId,
    type: `ses.mail.${eventType.toLowerCase()}`,
    tenantId: tenantId ?? null,
    organizationId: null,
    idempotencyKey: `${mail.messageId}:${eventType}`,
    data:
      isOurs && parsedReport !== undefined
        ? {
            report: {
              ...parsedReport,
              mail: { tenantId, id, createdAtMs },
              sesMessageId: mail.messageId,
              sentAtMs: Date.parse(mail.timestamp),
              addresses: mail.destination,
            },
          }
        : {},
  };
}
