/** The actions of rules, and the validation of their configuration. */

import type { Feature } from '../../../kernel/base/features.ts';
import { uuidPattern } from '../../../kernel/base/ids.ts';
import { isNumeric } from '../../../kernel/base/json.ts';
import { findForbiddenKey, shownValue } from '../../../kernel/conditions/names.ts';
import { callHeadersProblem, callUrlProblem, ownMethods } from '../../webhooks/public-data.ts';

export interface ActionType {
  /** Required keys of `config`; each is a list of spellings, of which one is enough. */
  required: readonly (readonly string[])[];
  optional: readonly string[];
  /** Feature that the user or key that the rule runs as needs, when the rule is saved and when it runs. */
  feature?: Feature;
}

const message = ['message'] as const;

/**
 * Every action type as data, for validation, documentation and the list of operators. language.ts describes
 * what each does.
 */
export const actionTypes = {
  ALLOW_TRANSITION: { required: [], optional: ['message'] },
  BLOCK_TRANSITION: { required: [], optional: ['message'] },
  LOG: { required: [message], optional: ['level'] },
  SHOW_ERROR: { required: [message], optional: [] },
  SHOW_WARNING: { required: [message], optional: [] },
  SHOW_INFO: { required: [message], optional: [] },
  NOTIFY: {
    required: [['recipients'], message],
    optional: ['subject', 'template'],
    feature: 'notifications.create',
  },
  SET_FIELD: { required: [['field'], ['value']], optional: [] },
  CALL_WEBHOOK: {
    required: [['url', 'webhookId']],
    optional: ['method', 'headers', 'body', 'payload'],
    feature: 'webhooks.manage',
  },
  EMIT_EVENT: {
    required: [['eventName', 'event']],
    optional: ['payload'],
    feature: 'events.publish',
  },
} as const satisfies Record<string, ActionType>;

export type ActionTypeName = keyof typeof actionTypes;
export const actionTypeNames = Object.keys(actionTypes) as ActionTypeName[];

/** The feature that an action requires. */
export function featureOfAction(type: string): Feature | undefined {
  const actions: Readonly<Record<string, ActionType>> = actionTypes;
  return Object.hasOwn(actions, type) ? actions[type]?.feature : undefined;
}

export const webhookMethods: readonly string[] = ownMethods;

/** Not null and not a blank text. `false` and `0` are present. */
function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null && !(typeof value === 'string' && value.trim() === '');
}

/** SET_FIELD may set an empty text, so only the key must exist. */
function hasRequired(type: string, config: Record<string, unknown>, key: string): boolean {
  return type === 'SET_FIELD' && key === 'value' ? Object.hasOwn(config, key) : isPresent(config[key]);
}

/** Keys whose value must be a text. */
const textKeys = [
  'message',
  'level',
  'field',
  'subject',
  'url',
  'webhookId',
  'method',
  'eventName',
  'event',
] as const;

const hasPlaceholder = (text: string): boolean => text.includes('{{');

/**
 * What is wrong with the request of CALL_WEBHOOK, as far as it can be checked before placeholders are
 * replaced.
 */
function callProblem({ url, webhookId, method, headers }: Record<string, unknown>): string | undefined {
  if (isPresent(webhookId)) {
    if (isPresent(url)) return 'config.url must not be combined with config.webhookId';
    const isId = hasPlaceholder(String(webhookId)) || uuidPattern.test(String(webhookId));
    return isId ? undefined : 'config.webhookId must be the id of a webhook';
  }
  if (method && !webhookMethods.includes(String(method).toUpperCase()))
    return `config.method must be one of ${webhookMethods.join(', ')}`;
  const urlProblem = hasPlaceholder(String(url)) ? undefined : callUrlProblem(String(url).trim());
  if (urlProblem !== undefined) return `config.url ${urlProblem}`;
  return headers === undefined || headers === null ? undefined : headersProblem(headers);
}

function headersProblem(headers: unknown): string | undefined {
  // A placeholder may stand for all headers.
  if (typeof headers === 'string' && hasPlaceholder(headers)) return undefined;
  if (typeof headers !== 'object' || headers === null || Array.isArray(headers))
    return 'config.headers must be an object';
  const entries = Object.entries(headers);
  const isText = (value: unknown) => isNumeric(value) || ['string', 'boolean'].includes(typeof value);
  const odd = entries.find(([, value]) => !isText(value));
  if (odd !== undefined) return `config.headers.${odd[0]} must be a text`;
  // Placeholders are checked after replacement.
  const checkable = entries.map(([name, value]) => [
    name,
    hasPlaceholder(String(value)) ? '-' : String(value),
  ]);
  const problem = callHeadersProblem(Object.fromEntries(checkable));
  return problem && `config.${problem.field} ${problem.message}`;
}

/** For optional keys, null means absent. */
function checkValues(type: string, config: Record<string, unknown>): string | undefined {
  const notText = textKeys.find((key) => typeof (config[key] ?? '') !== 'string');
  if (notText !== undefined) return `config.${notText} must be a text`;
  const { recipients } = config;
  if (type === 'CALL_WEBHOOK') return callProblem(config);
  if (type === 'NOTIFY' && !namesRecipients(recipients)) {
    return 'config.recipients must be a comma-separated text or a list of texts';
  }
  return undefined;
}

function namesRecipients(value: unknown): boolean {
  const entries: unknown[] = typeof value === 'string' ? value.split(',') : Array.isArray(value) ? value : [];
  const isText = (entry: unknown) => typeof entry === 'string' && entry.trim() !== '';
  return typeof value === 'string' ? entries.some(isText) : entries.length > 0 && entries.every(isText);
}

/** What is wrong with one action, or undefined. */
export function findActionProblem(action: unknown): string | undefined {
  if (typeof action !== 'object' || action === null || Array.isArray(action)) {
    return 'an action must be an object {type, config}';
  }
  const { type, config = {} } = action as { type?: unknown; config?: unknown };
  if (typeof type !== 'string' || !Object.hasOwn(actionTypes, type)) {
    return `unknown action type ${shownValue(type)}; use one of ${actionTypeNames.join(', ')}`;
  }
  if (typeof config !== 'object' || config === null || Array.isArray(config))
    return 'config must be an object';
  const settings = config as Record<string, unknown>;
  for (const spellings of actionTypes[type as ActionTypeName].required as readonly (readonly string[])[]) {
    if (!spellings.some((key) => hasRequired(type, settings, key))) {
      return `${type} needs config.${spellings.join(' or config.')}`;
    }
  }
  const forbidden = findForbiddenKey(action);
  return forbidden ? `the name "${forbidden}" may not be used as a key` : checkValues(type, settings);
}

/** What is wrong with a list of actions, with the index of the first invalid one; undefined if all are valid. */
export function actionsProblem(actions: unknown): string | undefined {
  if (!Array.isArray(actions)) return 'must be an array of actions or null';
  for (const [index, action] of actions.entries()) {
    const problem = findActionProblem(action);
    if (problem !== undefined) return `[${index}]: ${problem}`;
  }
  return undefined;
}
