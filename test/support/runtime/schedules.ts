/**
 * EventBridge Scheduler without the rest of the runtime: an app with two queues, a function and roles, all in memory.
 */
import type { AwsRequest } from '../../../lib/local/gateway/aws-service.ts';
import { createFaults } from '../../../lib/local/gateway/faults.ts';
import { authorize } from '../../../lib/local/gateway/iam.ts';
import type { LambdaService } from '../../../lib/local/lambda/lambda.ts';
import {
  type Scheduler,
  type SchedulerOptions,
  startScheduler,
} from '../../../lib/local/scheduler/scheduler.ts';
import { createSchedulerService } from '../../../lib/local/scheduler/service.ts';
import { openScheduleStore } from '../../../lib/local/scheduler/store.ts';
import type { LocalQueue } from '../../../lib/local/sqs/queue.ts';
import { queueNameOf } from '../../../lib/local/sqs/queues.ts';
import type { ResolvedApp, Resource } from '../../../lib/local/types.ts';
import { aResource, resolvedApp } from './resolved-app.ts';

const account = '000000000000';
export const group = 'made';
export const queueArn = `arn:aws:sqs:us-east-1:${account}:work`;
export const deadLettersArn = `arn:aws:sqs:us-east-1:${account}:work-dlq`;
export const closedQueueArn = `arn:aws:sqs:us-east-1:${account}:closed`;
export const functionArn = `arn:aws:lambda:us-east-1:${account}:function:sweep`;
export const roleArn = (name: string): string => `arn:aws:iam::${account}:role/${name}`;

function aRole(name: string, trustedGroup: string, ...Statement: object[]): Resource {
  const source = `arn:aws:scheduler:us-east-1:${account}:schedule-group/${trustedGroup}`;
  const trust = {
    ...{ Effect: 'Allow', Principal: { Service: 'scheduler.amazonaws.com' }, Action: 'sts:AssumeRole' },
    Condition: { StringEquals: { 'aws:SourceAccount': account, 'aws:SourceArn': source } },
  };
  return aResource('AWS::IAM::Role', name, roleArn(name), {
    AssumeRolePolicyDocument: { Statement: [trust] },
    Policies: [{ PolicyDocument: { Statement } }],
  });
}

const allow = (Action: string, Resource: string[]) => ({ Effect: 'Allow', Action, Resource });

/** A schedule as the template declares it. */
export function templateSchedule(properties: object = {}): Resource {
  const arn = `arn:aws:scheduler:us-east-1:${account}:schedule/template/sweep`;
  return aResource('AWS::Scheduler::Schedule', 'sweep', arn, {
    GroupName: 'template',
    ScheduleExpression: 'rate(5 minutes)',
    FlexibleTimeWindow: { Mode: 'OFF' },
    Target: { Arn: functionArn, RoleArn: roleArn('sweeper'), Input: '{"schedule":"sweep"}' },
    ...properties,
  });
}

export function anApp(...more: Resource[]): ResolvedApp {
  const groups = [group, 'template'].map((name) => {
    const arn = `arn:aws:scheduler:us-east-1:${account}:schedule-group/${name}`;
    return aResource('AWS::Scheduler::ScheduleGroup', name, arn);
  });
  return resolvedApp(
    ...groups,
    ...[queueArn, deadLettersArn, closedQueueArn].map((arn) =>
      aResource('AWS::SQS::Queue', `https://sqs/${arn.split(':').at(-1)}`, arn),
    ),
    aResource('AWS::Lambda::Function', 'sweep', functionArn),
    aRole('sender', group, allow('sqs:SendMessage', [queueArn, deadLettersArn])),
    aRole('sweeper', 'template', allow('lambda:InvokeFunction', [functionArn])),
    aRole('elsewhere', 'another', allow('sqs:SendMessage', [queueArn])),
    ...more,
  );
}

type Sent = { queue: string; body: string; attributes: Record<string, { StringValue?: string }> };

/** The service on a store; `begin` starts calling targets, and may be called repeatedly. */
export function aSchedulerService({ app = anApp(), file = ':memory:' } = {}) {
  const store = openScheduleStore(file);
  const sent: Sent[] = [];
  const invoked: string[] = [];
  const lines: string[] = [];
  const faults = createFaults();
  const wakes = { count: 0, scheduler: undefined as Scheduler | undefined };
  const service = createSchedulerService(app, store, () => {
    wakes.count += 1;
    wakes.scheduler?.wake();
  });
  const queueOf = (arn: string): Pick<LocalQueue, 'trySend'> => ({
    trySend({ body, attributes = {} }) {
      sent.push({ queue: queueNameOf(arn), body, attributes });
      return undefined;
    },
  });
  const lambda: Partial<LambdaService> = {
    async invoke(_, payload) {
      invoked.push(payload);
      return payload.includes('fail') ? { payload: '{}', functionError: 'Unhandled' } : { payload: '{}' };
    },
  };
  const options: SchedulerOptions = {
    ...{ app, store, faults },
    queues: { of: (arn) => queueOf(arn) as LocalQueue },
    lambda: lambda as LambdaService,
    authorizeServiceCall: (call) => authorize(call).allowed,
    log: (line) => void lines.push(line),
  };

  const open = (method: string, path: string, body: object = {}) => {
    const request: AwsRequest = { method, path, headers: {}, body: JSON.stringify(body) };
    return service.open(request);
  };
  return {
    ...{ store, sent, invoked, lines, faults, open, service },
    async call(method: string, path: string, body?: object): Promise<Record<string, unknown>> {
      const answer = await open(method, path, body).run(
        async () => undefined,
        () => true,
      );
      return JSON.parse(String(answer.body));
    },
    begin() {
      wakes.scheduler = startScheduler(options);
      return wakes.scheduler;
    },
  };
}

/** The body of a request that creates a schedule, with the test's changes. */
export function aSchedule(change: Record<string, unknown> = {}): Record<string, unknown> {
  const { Target, ...others } = change;
  return {
    GroupName: group,
    ScheduleExpression: 'rate(5 minutes)',
    FlexibleTimeWindow: { Mode: 'OFF' },
    Target: { Arn: queueArn, RoleArn: roleArn('sender'), Input: 'hello', ...(Target ?? {}) },
    ...others,
  };
}
