/** The API of EventBridge Scheduler behind the AWS gateway: creates, updates, reads, deletes and lists schedules. */
import { hash, randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { type Json, type JsonPlan, jsonBody, jsonService, unsupported } from '../gateway/aws-json.ts';
import { AwsError, type AwsRequest, type AwsService, type Need } from '../gateway/aws-service.ts';
import type { ResolvedApp } from '../types.ts';
import {
  definitionOf,
  dueAfter,
  invalid,
  listQuery,
  parse,
  type ScheduleDefinition,
  scheduleKey,
} from './definition.ts';
import { mayAssume, schedulerArn } from './delivery.ts';
import type { ScheduleId, ScheduleStore, StoredSchedule } from './store.ts';

const maxTokens = 10_000;
/** What AWS returns for a target without a policy of its own, the only kind that runs locally. */
const defaultRetryPolicy = { MaximumEventAgeInSeconds: 86_400, MaximumRetryAttempts: 185 };

const notFound = (what: string): AwsError =>
  new AwsError('ResourceNotFoundException', `${what} does not exist.`, 404);

/** Identifies a request by its client token and its content; a request without a token is like no other. */
const requestKey = (action: string, content: object, token: string = randomUUID()): string =>
  hash('sha256', JSON.stringify([action, token, content]));

/** EventBridge Scheduler's API on the schedules of `store`. `changed` is called when something may be due earlier. */
export function createSchedulerService(
  app: ResolvedApp,
  store: ScheduleStore,
  changed: () => void,
): AwsService {
  const declared = app.ofType('AWS::Scheduler::ScheduleGroup');
  const groups = new Set(['default', ...declared.map(({ physicalId }) => physicalId)]);
  const arnOf = ({ group, name }: ScheduleId): string => schedulerArn(`schedule/${group}/${name}`);
  /** Requests that were done, so that a repeated request whose response was lost succeeds again. */
  const done = new LRUCache<string, true>({ max: maxTokens });

  function requireGroup(group: string): void {
    if (!groups.has(group)) throw notFound(`Schedule group ${group}`);
  }

  function requireRole(definition: ScheduleDefinition): void {
    if (mayAssume(app, definition)) return;
    throw invalid('The execution role you provide must allow AWS EventBridge Scheduler to assume the role.');
  }

  function stored(id: ScheduleId): StoredSchedule {
    requireGroup(id.group);
    const schedule = store.find(id);
    if (schedule === undefined) throw notFound(`Schedule ${id.name}`);
    return schedule;
  }

  function create(definition: ScheduleDefinition, token: string | undefined): Json {
    requireGroup(definition.group);
    const key = requestKey('create', definition, token);
    const response = { ScheduleArn: arnOf(definition) };
    if (store.find(definition) !== undefined) {
      if (done.has(key)) return response;
      throw new AwsError('ConflictException', `Schedule ${definition.name} already exists.`, 409);
    }
    requireRole(definition);
    const nowMs = Date.now();
    const times = { createdAtMs: nowMs, modifiedAtMs: nowMs, anchorMs: nowMs };
    // A rate without a start date counts from its creation.
    const nextMs = dueAfter(definition, nowMs, nowMs - 1) ?? null;
    store.put({ definition, fromTemplate: false, ...times, nextMs });
    done.set(key, true);
    changed();
    return response;
  }

  function update(definition: ScheduleDefinition): Json {
    const before = stored(definition);
    requireRole(definition);
    const nowMs = Date.now();
    const { expression, timezone, startMs } = before.definition;
    const keepsTime =
      definition.expression === expression &&
      definition.timezone === timezone &&
      definition.startMs === startMs;
    const anchorMs = keepsTime ? before.anchorMs : nowMs;
    const nextMs = dueAfter(definition, anchorMs, nowMs) ?? null;
    store.put({ ...before, definition, modifiedAtMs: nowMs, anchorMs, nextMs });
    changed();
    return { ScheduleArn: arnOf(definition) };
  }

  function remove(id: ScheduleId, token: string | undefined): Json {
    requireGroup(id.group);
    const key = requestKey('delete', id, token);
    if (!store.remove(id) && !done.has(key)) throw notFound(`Schedule ${id.name}`);
    done.set(key, true);
    return {};
  }

  function describe({ definition, createdAtMs, modifiedAtMs }: StoredSchedule) {
    return {
      Arn: arnOf(definition),
      GroupName: definition.group,
      Name: definition.name,
      ScheduleExpression: definition.expression,
      ScheduleExpressionTimezone: definition.timezone,
      State: definition.enabled ? 'ENABLED' : 'DISABLED',
      ActionAfterCompletion: definition.afterCompletion,
      FlexibleTimeWindow: { Mode: 'OFF' },
      Target: { ...definition.target, RetryPolicy: defaultRetryPolicy },
      CreationDate: createdAtMs / 1000,
      LastModificationDate: modifiedAtMs / 1000,
      StartDate: definition.startMs && definition.startMs / 1000,
      EndDate: definition.endMs && definition.endMs / 1000,
      Description: definition.description,
    };
  }

  function summary(schedule: StoredSchedule): Json {
    const { Arn, Name, GroupName, State, CreationDate, LastModificationDate, Target } = describe(schedule);
    return { Arn, Name, GroupName, State, CreationDate, LastModificationDate, Target: { Arn: Target.Arn } };
  }

  function list(query: Json): Json {
    const { ScheduleGroup: group, State, MaxResults, ...given } = parse(listQuery, query);
    if (group !== undefined) requireGroup(group);
    const found = store.list({
      group,
      namePrefix: given.NamePrefix,
      enabled: State && State === 'ENABLED',
      after: positionOf(given.NextToken),
      limit: MaxResults + 1,
    });
    const page = found.slice(0, MaxResults);
    const last = found.length > MaxResults ? page.at(-1)?.definition : undefined;
    return { Schedules: page.map(summary), NextToken: last && tokenOf(last) };
  }

  /** Plans an action on a schedule; `others` are the permissions that it needs besides its own. */
  function planOf(action: string, id: ScheduleId, perform: () => Json, ...others: Need[]): JsonPlan {
    const own = { action: `scheduler:${action}`, resource: arnOf(id), context: {} };
    return { action, needs: [own, ...others], perform };
  }

  function planFor({ method, path, body }: AwsRequest): JsonPlan {
    const url = new URL(path, 'http://scheduler');
    const query = Object.fromEntries(url.searchParams);
    const [, kind, name = '', ...rest] = url.pathname.split('/').map(decodeURIComponent);
    if (kind !== 'schedules' || rest.length > 0) throw unsupported(`${method} ${path}`);
    if (name === '') {
      if (method !== 'GET') throw unsupported(`${method} ${path}`);
      // AWS requires the permission for all schedules of the account, with any filter.
      return planOf('ListSchedules', { group: '*', name: '*' }, () => list(query));
    }
    if (method === 'POST' || method === 'PUT') {
      const { ClientToken, ...properties } = jsonBody(body);
      const { clientToken } = parse(scheduleKey, { name, clientToken: ClientToken });
      const definition = definitionOf({ ...properties, Name: name }, Date.now());
      const passRole: Need = {
        action: 'iam:PassRole',
        resource: definition.target.RoleArn,
        context: { 'iam:PassedToService': 'scheduler.amazonaws.com' },
      };
      return method === 'POST'
        ? planOf('CreateSchedule', definition, () => create(definition, clientToken), passRole)
        : planOf('UpdateSchedule', definition, () => update(definition), passRole);
    }
    const { groupName: group, clientToken } = parse(scheduleKey, { ...query, name });
    const id = { group, name };
    if (method === 'GET') return planOf('GetSchedule', id, () => describe(stored(id)));
    if (method === 'DELETE') return planOf('DeleteSchedule', id, () => remove(id, clientToken));
    throw unsupported(`${method} ${path}`);
  }

  return jsonService({
    name: 'scheduler',
    maxRequestBytes: 1024 * 1024,
    contentType: 'application/json',
    plan: planFor,
    error: ({ code, message }) => ({ body: { Message: message }, headers: { 'x-amzn-errortype': code } }),
    throttled: () => new AwsError('ThrottlingException', 'Rate exceeded', 429),
  });
}

const tokenOf = ({ group, name }: ScheduleId): string =>
  Buffer.from(`${group}/${name}`).toString('base64url');

/** Returns the schedule after which a list continues. Throws `AwsError` for a text that is not from `tokenOf`. */
function positionOf(token: string | undefined): ScheduleId | undefined {
  if (token === undefined) return undefined;
  const [group = '', name] = Buffer.from(token, 'base64url').toString().split('/');
  if (name === undefined) throw invalid('The NextToken is invalid.');
  return { group, name };
}
