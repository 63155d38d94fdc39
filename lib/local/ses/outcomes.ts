/** The outcome of e-mails that SES has accepted: delivery, bounce or complaint. */
import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import type { AcceptedMail } from './mail-box.ts';

/** Makes e-mails bounce, or cause a complaint. */
export const outcomeRule = z.object({
  outcome: z.enum(['bounce', 'soft bounce', 'complaint']),
  /** Part of the recipient's address; undefined matches every recipient. */
  address: z.optional(z.string()),
  /** Number of e-mails after which the rule removes itself; undefined is unlimited. */
  times: z.optional(z.int().check(z.positive())),
});

export type OutcomeRule = z.infer<typeof outcomeRule>;
type Outcome = OutcomeRule['outcome'];

/**
 * Addresses of SES's mailbox simulator.
 * https://docs.aws.amazon.com/ses/latest/dg/send-an-email-from-console.html
 */
const simulated: readonly OutcomeRule[] = [
  { address: 'bounce@simulator.amazonses.com', outcome: 'bounce' },
  { address: 'suppressionlist@simulator.amazonses.com', outcome: 'bounce' },
  { address: 'ooto@simulator.amazonses.com', outcome: 'soft bounce' },
  { address: 'complaint@simulator.amazonses.com', outcome: 'complaint' },
];

/**
 * Returns the outcome of an e-mail to this address; undefined when it is delivered. Uses up one of a rule's `times`, and
 * removes the rule after the last.
 */
export function takeOutcome(rules: OutcomeRule[], recipient: string): Outcome | undefined {
  const to = recipient.toLowerCase();
  const rule = [...rules, ...simulated].find(({ address = '' }) => to.includes(address.toLowerCase()));
  if (rule?.times !== undefined) {
    rule.times -= 1;
    if (rule.times === 0) rules.splice(rules.indexOf(rule), 1);
  }
  return rule?.outcome;
}

type Json = Record<string, unknown>;

/** An event as SES publishes it, with its details under its type in lower case. */
export interface SesEvent extends Json {
  eventType: 'Send' | 'Delivery' | 'Bounce' | 'Complaint';
}

function mailOf(mail: AcceptedMail): Json {
  const tags = Object.entries(mail.tags).map(([name, value]) => [name, [value]]);
  return {
    timestamp: new Date(mail.acceptedAtMs).toISOString(),
    source: mail.from,
    messageId: mail.id,
    destination: mail.to,
    headersTruncated: false,
    commonHeaders: { from: [mail.from], to: mail.to, messageId: mail.id, subject: mail.subject },
    tags: { ...Object.fromEntries(tags), 'ses:configuration-set': [mail.configurationSet] },
  };
}

/**
 * Returns the events of an e-mail, first `Send`.
 * https://docs.aws.amazon.com/ses/latest/dg/event-publishing-retrieving-sns-contents.html
 */
export function eventsOf(mail: AcceptedMail, outcome: Outcome | undefined, atMs: number): SesEvent[] {
  const event = (eventType: SesEvent['eventType'], details: Json): SesEvent => ({
    eventType,
    mail: mailOf(mail),
    [eventType.toLowerCase()]: details,
  });
  const timestamp = new Date(atMs).toISOString();
  const report = { timestamp, feedbackId: randomUUID() };
  const recipients = (about: Json) => mail.to.map((emailAddress) => ({ emailAddress, ...about }));
  const bounced = (bounceType: string, status: string, diagnosticCode: string) =>
    event('Bounce', {
      ...report,
      bounceType,
      bounceSubType: 'General',
      bouncedRecipients: recipients({ action: 'failed', status, diagnosticCode }),
    });
  const delivered = event('Delivery', {
    timestamp,
    processingTimeMillis: atMs - mail.acceptedAtMs,
    recipients: mail.to,
    smtpResponse: '250 2.6.0 Message received',
    reportingMTA: 'local.amazonses.com',
  });
  const sent = event('Send', {});
  switch (outcome) {
    case 'bounce':
      return [sent, bounced('Permanent', '5.1.1', 'smtp; 550 5.1.1 user unknown')];
    case 'soft bounce':
      return [sent, bounced('Transient', '4.4.7', 'smtp; 450 4.4.7 message expired')];
    case 'complaint': {
      const complainedRecipients = recipients({});
      const details = { ...report, complainedRecipients, complaintFeedbackType: 'abuse' };
      return [sent, delivered, event('Complaint', details)];
    }
    default:
      return [sent, delivered];
  }
}
