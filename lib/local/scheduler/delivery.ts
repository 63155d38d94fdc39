/** Delivers a due schedule as EventBridge Scheduler does: assumes the schedule's role and calls the target. */
import { randomBytes, randomUUID } from 'node:crypto';
import type { Faults, FaultTarget } from '../gateway/faults.ts';
import { roleTrusts, statementsOfRole } from '../gateway/identities.ts';
import type { AuthorizeServiceCall, LambdaService } from '../lambda/lambda.ts';
import type { MessageAttribute } from '../sqs/queue.ts';
import type { Queues } from '../sqs/queues.ts';
import type { ResolvedApp } from '../types.ts';
import type { ScheduleDefinition } from './definition.ts';

export interface DeliveryOptions {
  app: ResolvedApp;
  lambda: LambdaService;
  queues: Pick<Queues, 'of'>;
  faults: Faults;
  authorizeServiceCall: AuthorizeServiceCall;
  log: (line: string) => void;
}

/** Delivers once. Returns whether the target accepted it, and whether the started function succeeded. */
export type Deliver = (definition: ScheduleDefinition, scheduledMs: number) => Promise<boolean>;

/** The reason of a failed delivery: an AWS error code and a message. */
interface Problem {
  code: string;
  message: string;
}

type Called = { problem?: Problem; failed?: boolean };

/** Returns `arn:aws:scheduler:region:account:<rest>`, in the account of the target. */
function scheduleArn(targetArn: string, rest: string): string {
  const [, partition = 'aws', , region = '', account = ''] = targetArn.split(':');
  return `arn:${partition}:scheduler:${region}:${account}:${rest}`;
}

/** The condition keys with which the service assumes a role: group and account of the schedule. */
function sourceOf(targetArn: string, group: string): Record<string, string> {
  return {
    'aws:SourceAccount': targetArn.split(':')[4] ?? '',
    'aws:SourceArn': scheduleArn(targetArn, `schedule-group/${group}`),
  };
}

/** Whether the service may assume the role for schedules of the group. False when the role does not exist. */
export function mayAssume(app: ResolvedApp, { group, target }: ScheduleDefinition): boolean {
  const exists = app.ofType('AWS::IAM::Role').some(({ arn }) => arn === target.RoleArn);
  return exists && roleTrusts(app, target.RoleArn, 'scheduler.amazonaws.com', sourceOf(target.Arn, group));
}

/** The input of a target that has none of its own. */
function notification(arn: string, scheduledAt: string): string {
  const [, , , region, account] = arn.split(':');
  return JSON.stringify({
    version: '0',
    id: randomUUID(),
    'detail-type': 'Scheduled Event',
    source: 'aws.scheduler',
    account,
    time: scheduledAt,
    region,
    resources: [arn],
    detail: '{}',
  });
}

/** A function without input receives an empty object. */
export function createDelivery({
  app,
  lambda,
  queues,
  faults,
  authorizeServiceCall,
  log,
}: DeliveryOptions): Deliver {
  function denied(definition: ScheduleDefinition, action: string, resource: string): Problem | undefined {
    const { RoleArn } = definition.target;
    if (!mayAssume(app, definition)) {
      return { code: 'AccessDeniedException', message: `EventBridge Scheduler cannot assume ${RoleArn}.` };
    }
    const statements = statementsOfRole(app, RoleArn);
    const identityName = RoleArn.split('/').at(-1) ?? '';
    if (authorizeServiceCall({ identityName, statements, action, resource })) return undefined;
    return {
      code: 'AccessDeniedException',
      message: `The role ${RoleArn} does not allow ${action} on ${resource}.`,
    };
  }

  function sendTo(queueArn: string, body: string, attributes: Record<string, MessageAttribute> = {}): Called {
    const queue = app.find(queueArn);
    if (queue?.type !== 'AWS::SQS::Queue') {
      const message = 'The specified queue does not exist.';
      return { problem: { code: 'AWS.SimpleQueueService.NonExistentQueue', message } };
    }
    const refused = queues.of(queueArn).trySend({ body, attributes });
    return refused === undefined ? {} : { problem: { code: 'SqsException', message: refused.message } };
  }

  async function invoke(functionArn: string, body: string): Promise<Called> {
    const target = app.find(functionArn);
    if (target?.type !== 'AWS::Lambda::Function') {
      return {
        problem: { code: 'ResourceNotFoundException', message: `Function not found: ${functionArn}` },
      };
    }
    const failed = await lambda.invoke(target.physicalId, body).then(
      ({ functionError }) => functionError !== undefined,
      // The runtime is stopping.
      () => true,
    );
    return { failed };
  }

  async function call(definition: ScheduleDefinition, body: string): Promise<Called> {
    const { Arn } = definition.target;
    const isQueue = Arn.split(':')[2] === 'sqs';
    const problem = denied(definition, isQueue ? 'sqs:SendMessage' : 'lambda:InvokeFunction', Arn);
    if (problem !== undefined) return { problem };
    return isQueue ? sendTo(Arn, body) : invoke(Arn, body);
  }

  async function sendToDeadLetters(
    definition: ScheduleDefinition,
    body: string,
    facts: Record<string, string>,
  ) {
    const { DeadLetterConfig } = definition.target;
    log(`The schedule ${definition.group}/${definition.name} could not be delivered: ${facts.ERROR_MESSAGE}`);
    if (DeadLetterConfig?.Arn === undefined) return;
    const attributes = Object.entries(facts).map(([name, StringValue]) => [
      name,
      { DataType: 'String', StringValue },
    ]);
    const problem =
      denied(definition, 'sqs:SendMessage', DeadLetterConfig.Arn) ??
      sendTo(DeadLetterConfig.Arn, body, Object.fromEntries(attributes)).problem;
    if (problem !== undefined)
      log(`It could not be sent to its dead-letter queue either: ${problem.message}`);
  }

  return async (definition, scheduledMs) => {
    const { group, name, target } = definition;
    const arn = scheduleArn(target.Arn, `schedule/${group}/${name}`);
    const scheduledAt = new Date(scheduledMs).toISOString().replace(/\.\d+Z$/, 'Z');
    const executionId = randomBytes(8).toString('hex');
    const isFunction = target.Arn.split(':')[2] === 'lambda';
    const body = (target.Input ?? (isFunction ? '{}' : notification(arn, scheduledAt)))
      .replaceAll('<aws.scheduler.schedule-arn>', arn)
      .replaceAll('<aws.scheduler.scheduled-time>', scheduledAt)
      .replaceAll('<aws.scheduler.execution-id>', executionId)
      .replaceAll('<aws.scheduler.attempt-number>', '1');
    const { problem, failed = false } = await call(definition, body);
    if (problem !== undefined) {
      // Denied and missing targets are not tried again, as in AWS.
      await sendToDeadLetters(definition, body, {
        ERROR_CODE: problem.code,
        ERROR_MESSAGE: problem.message,
        EXECUTION_ID: executionId,
        IS_PAYLOAD_TRUNCATED: 'false',
        RETRY_ATTEMPTS: '0',
        SCHEDULED_TIME: scheduledAt,
        SCHEDULE_ARN: arn,
        TARGET_ARN: target.Arn,
      });
      return false;
    }
    const delivery: FaultTarget = { service: 'scheduler', action: 'Deliver', body, moment: 'delivery' };
    if (faults.match(delivery) !== undefined) await call(definition, body);
    return !failed;
  };
}
