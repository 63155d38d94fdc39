/** The outcome of e-mails that SES has accepted: delivery, bounce or complaint. */
import { randomUUID } from 'node:crypto';
import type { AcceptedMail } from './mail-box.ts';

export const outcomes = ['bounce', 'soft bounce', 'complaint'] as const;
export type Outcome = (typeof outcomes)[number];

/** Makes e-mails bounce, or cause a complaint, whose recipient contains the text. */
export interface OutcomeRule {
  id: string;
  outcome: Outcome;
  /** Part of the recipient's address; undefined matches every recipient. */
  address?: string | undefined;
  /** Number of e-mails after which the rule removes itself; undefined is unlimited. */
  times?: number | undefined;
}

export interface Outcomes {
  add(rule: Omit<OutcomeRule, 'id'>): string;
  list(): OutcomeRule[];
  clear(): void;
  /**
   * Returns the outcome of an e-mail to this address; undefined when it is delivered. Uses up one of a rule's `times`.
   */
  of(address: string): Outcome | undefined;
}

/**
 * Addresses of SES's mailbox simulator.
 * https://docs.aws.amazon.com/ses/latest/dg/send-an-email-from-console.html
 */
const simulated: Readonly<Record<string, Outcome>> = {
  'bounce@simulator.amazonses.com': 'bounce',
  'suppressionlist@simulator.amazonses.com': 'bounce',
  'ooto@simulator.amazonses.com': 'soft bounce',
  'complaint@simulator.amazonses.com': 'complaint',
};

export function createOutcomes(): Outcomes {
  let rules: OutcomeRule[] = [];
  return {
    add(rule) {
      const id = randomUUID();
      rules.push({ ...rule, id });
      return id;
    },
    list: () => [...rules],
    clear() {
      rules = [];
    },
    of(recipient) {
      const address = recipient.toLowerCase();
      const rule = rules.find((one) => address.includes(one.address?.toLowerCase() ?? ''));
      if (rule === undefined) return simulated[address];
      if (rule.times !== undefined) {
        rule.times -= 1;
        if (rule.times <= 0) rules = rules.filter((one) => one !== rule);
      }
      return rule.outcome;
    },
  };
}

type Json = Record<string, unknown>;

const moment = (atMs: number): string => new Date(atMs).toISOString();

function mailOf(mail: AcceptedMail): Json {
  const tags = Object.entries(mail.tags).map(([name, value]) => [name, [value]]);
  return {
    timestamp: moment(mail.acceptedAtMs),
    source: mail.from,
    messageId: mail.id,
    destination: mail.to,
    headersTruncated: false,
    commonHeaders: { from: [mail.from], to: mail.to, messageId: mail.id, subject: mail.subject },
    tags: {
      ...Object.fromEntries(tags),
      ...(mail.configurationSet !== null && { 'ses:configuration-set': [mail.configurationSet] }),
    },
  };
}

function bounceOf(mail: AcceptedMail, isPermanent: boolean, atMs: number): Json {
  return {
    bounceType: isPermanent ? 'Permanent' : 'Transient',
    bounceSubType: 'General',
    bouncedRecipients: mail.to.map((emailAddress) => ({
      emailAddress,
      action: 'failed',
      status: isPermanent ? '5.1.1' : '4.4.7',
      diagnosticCode: isPermanent ? 'smtp; 550 5.1.1 user unknown' : 'smtp; 450 4.4.7 message expired',
    })),
    timestamp: moment(atMs),
    feedbackId: randomUUID(),
  };
}

/**
 * Returns the events of an e-mail as SES publishes them, first `Send`.
 * https://docs.aws.amazon.com/ses/latest/dg/event-publishing-retrieving-sns-contents.html
 */
export function eventsOf(mail: AcceptedMail, outcome: Outcome | undefined, atMs: number): Json[] {
  const event = (eventType: string, name: string, body: Json): Json => ({
    eventType,
    mail: mailOf(mail),
    [name]: body,
  });
  const send = event('Send', 'send', {});
  if (outcome === 'bounce' || outcome === 'soft bounce')
    return [send, event('Bounce', 'bounce', bounceOf(mail, outcome === 'bounce', atMs))];
  const delivery = event('Delivery', 'delivery', {
    timestamp: moment(atMs),
    processingTimeMillis: atMs - mail.acceptedAtMs,
    recipients: mail.to,
    smtpResponse: '250 2.6.0 Message received',
    reportingMTA: 'local.amazonses.com',
  });
  if (outcome === undefined) return [send, delivery];
  const complaint = event('Complaint', 'complaint', {
    complainedRecipients: mail.to.map((emailAddress) => ({ emailAddress })),
    timestamp: moment(atMs),
    feedbackId: randomUUID(),
    complaintFeedbackType: 'abuse',
  });
  return [send, delivery, complaint];
}
