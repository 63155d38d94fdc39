/** Control actions for e-mails: reading them and setting their outcomes. */
import { ControlPage } from '../control-page.ts';
import type { AcceptedMail, MailBox } from './mail-box.ts';
import { type Outcome, type Outcomes, outcomes as outcomeNames } from './outcomes.ts';
import { listPage, mailPage } from './pages.ts';
import type { Quota } from './service.ts';

type Body = Readonly<Record<string, unknown>>;

/** Actions by `METHOD /path` below `/mail`. They throw Errors whose messages name the problem. */
export type MailControl = Readonly<
  Record<string, (body: Body, query: URLSearchParams, wantsPage: boolean) => unknown>
>;

export interface MailControlOptions {
  mails: MailBox;
  outcomes: Outcomes;
  quota: Quota;
  /** Publishes a complaint about a delivered e-mail. */
  complain: (mail: AcceptedMail) => void;
}

const positive = (body: Body, name: string, fallback: number): number => {
  const value = body[name] ?? fallback;
  if (typeof value === 'number' && Number.isInteger(value) && value > 0) return value;
  throw new Error(`${name} must be a positive whole number`);
};

const optionalText = (body: Body, name: string): string | undefined => {
  const value = body[name];
  if (value === undefined || typeof value === 'string') return value;
  throw new Error(`${name} must be a text`);
};

function outcomeOf({ outcome }: Body): Outcome {
  const known = outcomeNames.find((name) => name === outcome);
  if (known === undefined) throw new Error(`outcome must be one of ${outcomeNames.join(', ')}`);
  return known;
}

export function createMailControl({ mails, outcomes, quota, complain }: MailControlOptions): MailControl {
  const mailNamed = (id: unknown): AcceptedMail => {
    const mail = mails.find(String(id));
    if (mail === undefined) throw new Error(`the e-mail ${String(id)} does not exist`);
    return mail;
  };
  return {
    'GET ': (_, query, wantsPage) => {
      const [name, value] = (query.get('tag') ?? '').split('=', 2);
      const found = mails.list({
        to: query.get('to') ?? undefined,
        tag: name && value ? { name, value } : undefined,
        limit: Number(query.get('limit') ?? 200) || undefined,
      });
      return wantsPage ? new ControlPage(listPage(found)) : { mails: found };
    },
    'GET /message': (_, query, wantsPage) => {
      const mail = mailNamed(query.get('id'));
      return wantsPage ? new ControlPage(mailPage(mail)) : mail;
    },
    'DELETE ': () => {
      mails.clear();
      return { ok: true };
    },
    'GET /outcomes': () => ({ outcomes: outcomes.list() }),
    'POST /outcomes': (body) => ({
      id: outcomes.add({
        outcome: outcomeOf(body),
        address: optionalText(body, 'address'),
        times: body.times === undefined ? undefined : positive(body, 'times', 1),
      }),
    }),
    'DELETE /outcomes': () => {
      outcomes.clear();
      return { ok: true };
    },
    'POST /complaints': (body) => {
      complain(mailNamed(body.id));
      return { ok: true };
    },
    'GET /quota': () => quota,
    'POST /quota': (body) => {
      quota.perSecond = positive(body, 'perSecond', quota.perSecond);
      quota.perDay = positive(body, 'perDay', quota.perDay);
      return quota;
    },
  };
}
