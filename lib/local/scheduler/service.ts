/** The API of EventBridge Scheduler behind the AWS gateway: creates, updates, reads, deletes and lists schedules. */
import { createHash } from 'node:crypto';
import { type JsonPlan, jsonBody, jsonService, unsupported } from '../gateway/aws-json.ts';
import { AwsError, type AwsRequest, type AwsService, type Need } from '../gateway/aws-service.ts';
import { createClientTokens } from '../gateway/client-tokens.ts';
import type { ResolvedApp } from '../types.ts';
import {
  clientTokenOf,
  definitionOf,
  dueAfter,
  invalid,
  nameOf,
  type ScheduleDefinition,
} from './definition.ts';
import { mayAssume } from './delivery.ts';
import type { ScheduleId, ScheduleStore, StoredSchedule } from './store.ts';

type Json = Record<string, unknown>;

const principal = 'scheduler.amazonaws.com';
const maxPerPage = 100;

const conflict = (message: string): AwsError => new AwsError('ConflictException', message, 409);
const notFound = (what: string): AwsError =>
  new AwsError('ResourceNotFoundException', `${what} does not exist.`, 404);

const seconds = (atMs: number | undefined): number | undefined =>
  atMs === undefined ? undefined : atMs / 1000;

/** EventBridge Scheduler's API on the schedules of `store`. `changed` is called when something may be due earlier. */
export function createSchedulerService(
  app: ResolvedApp,
  store: ScheduleStore,
  changed: () => void,
): AwsService {
  const groups = new Set([
    'default',
    ...app.ofType('AWS::Scheduler::ScheduleGroup').map(({ physicalId }) => physicalId),
  ]);
  const [anyGroup] = app.ofType('AWS::Scheduler::ScheduleGroup');
  const [, partition = 'aws', , region = 'us-east-1', account = '000000000000'] =
    anyGroup?.arn.split(':') ?? [];
  const arnOf = (group: string, name: string): string =>
    `arn:${partition}:scheduler:${region}:${account}:schedule/${group}/${name}`;
  const tokens = createClientTokens();

  const needOf = (action: string, resource: string): Need => ({
    action: `scheduler:${action}`,
    resource,
    context: {},
  });
  const passRole = ({ target }: ScheduleDefinition): Need => ({
    action: 'iam:PassRole',
    resource: target.RoleArn,
    context: { 'iam:PassedToService': principal },
  });

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

  function create(definition: ScheduleDefinition, token: string | undefined, content: string): Json {
    requireGroup(definition.group);
    const response = { ScheduleArn: arnOf(definition.group, definition.name) };
    if (store.find(definition) !== undefined) {
      if (tokens.repeats('create', definition, token, content)) return response;
      throw conflict(`Schedule ${definition.name} already exists.`);
    }
    requireRole(definition);
    const nowMs = Date.now();
    store.put({
      definition,
      fromTemplate: false,
      createdAtMs: nowMs,
      modifiedAtMs: nowMs,
      anchorMs: nowMs,
      // A rate without a start date counts from its creation.
      nextMs: dueAfter(definition, nowMs, nowMs - 1) ?? null,
      firingMs: null,
    });
    tokens.note('create', definition, token, content);
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
    store.put({
      ...before,
      definition,
      modifiedAtMs: nowMs,
      anchorMs,
      nextMs: dueAfter(definition, anchorMs, nowMs) ?? null,
      firingMs: null,
    });
    changed();
    return { ScheduleArn: arnOf(definition.group, definition.name) };
  }

  function remove(id: ScheduleId, token: string | undefined): Json {
    requireGroup(id.group);
    if (!store.remove(id) && !tokens.repeats('delete', id, token, '')) throw notFound(`Schedule ${id.name}`);
    tokens.note('delete', id, token, '');
    return {};
  }

  function describe({ definition, createdAtMs, modifiedAtMs }: StoredSchedule): Json {
    const { group, name, startMs, endMs, description } = definition;
    return {
      Arn: arnOf(group, name),
      GroupName: group,
      Name: name,
      ScheduleExpression: definition.expression,
      ScheduleExpressionTimezone: definition.timezone,
      State: definition.enabled ? 'ENABLED' : 'DISABLED',
      ActionAfterCompletion: definition.afterCompletion,
      FlexibleTimeWindow: definition.flexibleTimeWindow,
      Target: definition.target,
      CreationDate: seconds(createdAtMs),
      LastModificationDate: seconds(modifiedAtMs),
      StartDate: seconds(startMs),
      EndDate: seconds(endMs),
      Description: description,
    };
  }

  function summary(schedule: StoredSchedule): Json {
    const { Arn, Name, GroupName, State, CreationDate, LastModificationDate } = describe(schedule);
    const Target = { Arn: schedule.definition.target.Arn };
    return { Arn, Name, GroupName, State, CreationDate, LastModificationDate, Target };
  }

  function list(query: URLSearchParams): Json {
    const group = query.get('ScheduleGroup') ?? undefined;
    const namePrefix = query.get('NamePrefix') ?? undefined;
    const state = query.get('State') ?? undefined;
    const limit = Number(query.get('MaxResults') ?? maxPerPage);
    if (group !== undefined) requireGroup(nameOf(group, 'groupName'));
    if (namePrefix !== undefined) nameOf(namePrefix, 'namePrefix');
    if (state !== undefined && state !== 'ENABLED' && state !== 'DISABLED')
      throw invalid('State is invalid.');
    if (!Number.isInteger(limit) || limit < 1 || limit > maxPerPage)
      throw invalid(`MaxResults must be between 1 and ${maxPerPage}.`);
    const after = positionOf(query.get('NextToken'));
    const enabled = state === undefined ? undefined : state === 'ENABLED';
    const found = store.list({ group, namePrefix, enabled, after, limit: limit + 1 });
    const page = found.slice(0, limit);
    const last = page.at(-1)?.definition;
    const more = found.length > limit && last !== undefined;
    return {
      Schedules: page.map(summary),
      ...(more && { NextToken: tokenOf(last) }),
    };
  }

  function planFor(request: AwsRequest): JsonPlan {
    const url = new URL(request.path, 'http://scheduler');
    const [, kind, encodedName, ...rest] = url.pathname.split('/');
    if (kind !== 'schedules' || rest.length > 0) throw unsupported(`${request.method} ${request.path}`);
    if (encodedName === undefined || encodedName === '') {
      if (request.method !== 'GET') throw unsupported(`${request.method} ${request.path}`);
      // AWS requires the permission for all schedules of the account, with any filter.
      const resource = arnOf('*', '*');
      const needs = [needOf('ListSchedules', resource)];
      return { action: 'ListSchedules', resource, needs, perform: () => list(url.searchParams) };
    }
    const name = nameOf(decodeURIComponent(encodedName));
    if (request.method === 'POST' || request.method === 'PUT') {
      const { ClientToken, ...input } = jsonBody(request.body);
      const token = clientTokenOf(ClientToken);
      const definition = definitionOf(input, name, Date.now());
      const resource = arnOf(definition.group, name);
      const action = request.method === 'POST' ? 'CreateSchedule' : 'UpdateSchedule';
      const needs = [needOf(action, resource), passRole(definition)];
      const content = createHash('sha256').update(JSON.stringify(definition)).digest('hex');
      const perform = () =>
        action === 'CreateSchedule' ? create(definition, token, content) : update(definition);
      return { action, resource, needs, perform };
    }
    const id = { group: nameOf(url.searchParams.get('groupName') ?? 'default', 'groupName'), name };
    const resource = arnOf(id.group, name);
    if (request.method === 'GET') {
      const needs = [needOf('GetSchedule', resource)];
      return { action: 'GetSchedule', resource, needs, perform: () => describe(stored(id)) };
    }
    if (request.method !== 'DELETE') throw unsupported(`${request.method} ${request.path}`);
    const token = clientTokenOf(url.searchParams.get('clientToken'));
    const needs = [needOf('DeleteSchedule', resource)];
    return { action: 'DeleteSchedule', resource, needs, perform: () => remove(id, token) };
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
  Buffer.from(JSON.stringify([group, name])).toString('base64url');

function positionOf(token: string | null): ScheduleId | undefined {
  if (token === null) return undefined;
  try {
    const [group, name]: unknown[] = JSON.parse(Buffer.from(token, 'base64url').toString());
    if (typeof group === 'string' && typeof name === 'string') return { group, name };
  } catch {
    // Handled below like a token of another operation.
  }
  throw invalid('The NextToken is invalid.');
}
