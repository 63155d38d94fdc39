/** Executes each type of action: one function per type. Placeholders are already replaced. */

import { recipientTexts } from '../../../kernel/base/address-list.ts';
import { uuidOf } from '../../../kernel/base/ids.ts';
import { toJson } from '../../../kernel/base/json.ts';
import { toIso } from '../../../kernel/base/times.ts';
import { forbiddenNames } from '../../../kernel/conditions/names.ts';
import { isNone, toShownText } from '../../../kernel/conditions/values.ts';
import { entryBytes, messageText } from '../../../kernel/events/envelope.ts';
import { eventLimits } from '../../../kernel/events/limits.ts';
import { outboxWrite } from '../../../kernel/events/outbox.ts';
import type { Write } from '../../../kernel/table/write.ts';
import { ownEventTypeProblem } from '../../events/public-data.ts';
import type { Payload } from '../../webhooks/public.ts';
import {
  callHeadersProblem,
  callUrlProblem,
  isTooLarge,
  ownMethods,
  ownPayload,
  webhookLimits,
} from '../../webhooks/public-data.ts';
import { executionLimits } from '../limits.ts';
import type { ActionTypeName } from './action.ts';
import { ActionError, type Cause, type RuleEffects, type RuleNotification } from './effects.ts';

export type Config = Readonly<Record<string, unknown>>;

export interface ActionOutcome {
  /** Fields of the result in response and log. */
  detail: Readonly<Record<string, unknown>>;
  writes?: readonly Write[];
  /** The field and value that SET_FIELD sets. */
  sets?: { field: string; value: unknown };
}

type Executor = (
  config: Config,
  cause: Cause,
  effects: RuleEffects,
) => ActionOutcome | Promise<ActionOutcome>;

const textOf = (value: unknown): string => (isNone(value) ? '' : toShownText(value));
const textOrNull = (value: unknown): string | null => (textOf(value) === '' ? null : textOf(value));

const show =
  (severity: string): Executor =>
  ({ message }) => ({ detail: { severity, message: textOf(message) } });

/** A placeholder in a list of recipients can be a list, too. */
const recipientsOf = (value: unknown): string[] => [value].flat(2).map(textOf).flatMap(recipientTexts);

const notify: Executor = async ({ recipients, message, subject, template }, cause, effects) => {
  const notification: RuleNotification = {
    recipients: recipientsOf(recipients),
    message: textOf(message),
    subject: textOrNull(subject),
    template: textOrNull(template),
  };
  if (notification.recipients.length === 0) throw new ActionError('There are no recipients.');
  const { writes, detail } = await effects.notify(notification, cause);
  return { detail: { ...notification, ...detail }, writes };
};

const setField: Executor = ({ field, value = null }) => {
  const name = textOf(field).trim();
  if (name === '') throw new ActionError('The name of the field is empty.');
  if (forbiddenNames.has(name)) throw new ActionError(`${name} is not allowed as the name of a field.`);
  return { detail: { field: name, value }, sets: { field: name, value } };
};

function headersOf(value: unknown): Record<string, string> {
  if (isNone(value)) return {};
  if (typeof value !== 'object' || Array.isArray(value)) throw new ActionError('headers must be an object.');
  return Object.fromEntries(Object.entries(value).map(([name, text]) => [name, textOf(text)]));
}

/** The request to send. Throws ActionError if it must not be sent. */
function requestOf(url: string, given: string, headers: Record<string, string>, body: unknown): Payload {
  const urlProblem = callUrlProblem(url);
  if (urlProblem !== undefined) throw new ActionError(`The url ${urlProblem}.`);
  const method = ownMethods.find((one) => one === given);
  if (method === undefined) throw new ActionError(`The method ${given} is not supported.`);
  const problem = callHeadersProblem(headers);
  if (problem !== undefined) throw new ActionError(`${problem.field} ${problem.message}.`);
  const payload = ownPayload(method, headers, body);
  if (isTooLarge(payload))
    throw new ActionError(`Headers and body have more than ${webhookLimits.callBytes} bytes.`);
  return payload;
}

const callWebhook: Executor = async (config, cause, effects) => {
  const body = config.body ?? config.payload;
  const webhookId = textOf(config.webhookId).trim();
  if (webhookId !== '') {
    const { writes, detail } = await effects.callWebhook({ webhookId, body }, cause);
    return { detail: { webhookId, ...detail }, writes };
  }
  const url = textOf(config.url).trim();
  if (url === '') throw new ActionError('The url is empty.');
  const method = (textOf(config.method) || 'POST').toUpperCase();
  const payload = requestOf(url, method, headersOf(config.headers), body);
  const { writes, detail } = await effects.callWebhook({ url, payload }, cause);
  // Headers and bodies may contain the rule's secrets, which callers must not see.
  return { detail: { url, method, ...detail }, writes };
};

function eventOf(config: Config, { scope, key, depth, context }: Cause) {
  const type = textOf(config.eventName ?? config.event).trim();
  const problem = type === '' ? 'is empty' : ownEventTypeProblem(type);
  if (problem !== undefined) throw new ActionError(`The name of the event ${problem}.`);
  const payload = config.payload ?? {};
  if (typeof payload !== 'object' || Array.isArray(payload))
    throw new ActionError('payload must be an object.');
  const { tenantId, organizationId } = scope;
  return {
    // The same action of the same execution always emits the same event.
    id: uuidOf(key),
    type,
    tenantId,
    organizationId,
    occurredAtMs: context.nowMs,
    version: 1,
    depth,
    data: { ...payload, tenantId, organizationId },
  };
}

const emitEvent: Executor = (config, cause) => {
  const event = eventOf(config, cause);
  if (event.depth > executionLimits.depth) {
    throw new ActionError(
      `The event ${event.type} is refused: it is the result of ${executionLimits.depth} rules that triggered each other.`,
    );
  }
  const bytes = entryBytes(event.type, messageText(event, toJson(event.data)));
  if (bytes > eventLimits.eventBytes)
    throw new ActionError(`The event has ${bytes} bytes; the maximum is ${eventLimits.eventBytes}.`);
  return { detail: { event: event.type, eventId: event.id }, writes: [outboxWrite(event)] };
};

export const actionExecutors: Readonly<Record<ActionTypeName, Executor>> = {
  ALLOW_TRANSITION: ({ message }) => ({ detail: { allowed: true, message: textOf(message) || 'Allowed.' } }),
  BLOCK_TRANSITION: ({ message }, { rule }) => ({
    detail: { allowed: false, message: textOf(message) || `The rule ${rule.ruleId} blocks the transition.` },
  }),
  LOG: ({ level, message }, { context }) => ({
    detail: {
      level: textOf(level) || 'info',
      message: textOf(message),
      timestamp: toIso(context.nowMs),
    },
  }),
  SHOW_ERROR: show('error'),
  SHOW_WARNING: show('warning'),
  SHOW_INFO: show('info'),
  NOTIFY: notify,
  SET_FIELD: setField,
  CALL_WEBHOOK: callWebhook,
  EMIT_EVENT: emitEvent,
};
