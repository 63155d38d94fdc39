/** Control actions for e-mails: reading them and setting their outcomes. */
import * as z from 'zod/mini';
import type { AcceptedMail, MailBox } from './mail-box.ts';
import { type OutcomeRule, outcomeRule } from './outcomes.ts';
import { listPage, mailPage } from './pages.ts';
import { parse } from './requests.ts';
import type { Quota } from './service.ts';

type Body = Readonly<Record<string, unknown>>;

/** Actions by `METHOD /path` below `/mail`. They throw Errors whose messages name the problem. */
export type MailControl = Readonly<
  Record<string, (body: Body, query: URLSearchParams, wantsPage: boolean) => unknown>
>;

export interface MailControlOptions {
  mails: MailBox;
  /** Changed by `POST /outcomes`. */
  rules: OutcomeRule[];
  /** Changed by `POST /quota`. */
  quota: Quota;
  /** Publishes a complaint about a delivered e-mail. */
  complain: (mail: AcceptedMail) => void;
}

const defaultLimit = 200;

const count = z.optional(z.int().check(z.positive()));
const quotaChange = z.object({ perSecond: count, perDay: count });

export function createMailControl({ mails, rules, quota, complain }: MailControlOptions): MailControl {
  const mailNamed = (id: unknown): AcceptedMail => {
    const mail = mails.find(String(id));
    if (mail === undefined) throw new Error(`the e-mail ${id} does not exist`);
    return mail;
  };
  return {
    'GET ': (_, query, wantsPage) => {
      const found = mails.list(query.get('to'), Number(query.get('limit') ?? defaultLimit));
      return wantsPage ? listPage(found) : { mails: found };
    },
    'GET /message': (_, query, wantsPage) => {
      const mail = mailNamed(query.get('id'));
      return wantsPage ? mailPage(mail) : mail;
    },
    'POST /outcomes': (body) => {
      rules.push(parse(outcomeRule, body));
      return { ok: true };
    },
    'DELETE /outcomes': () => {
      rules.length = 0;
      return { ok: true };
    },
    'POST /complaints': (body) => {
      complain(mailNamed(body.id));
      return { ok: true };
    },
    'POST /quota': (body) => Object.assign(quota, parse(quotaChange, body)),
  };
}
