/** Delivers due schedules as EventBridge Scheduler does: assumes the schedule's role and calls the target. */
import { randomBytes } from 'node:crypto';
import { account, region } from '../cloudformation/resource-names.ts';
import { roleDenial, stringAttributes } from '../events/queue-target.ts';
import type { Faults } from '../gateway/faults.ts';
import { roleTrusts } from '../gateway/identities.ts';
import type { AuthorizeServiceCall, LambdaService } from '../lambda/lambda.ts';
import type { NewMessage } from '../sqs/queue.ts';
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

/** The reason of a failed delivery: an AWS error code and a message. */
interface Problem {
  code: string;
  message: string;
}

/** Returns the ARN of a schedule or a group of schedules. */
export const schedulerArn = (resource: string): string =>
  `arn:aws:scheduler:${region}:${account}:${resource}`;

const isQueue = (arn: string): boolean => arn.split(':')[2] === 'sqs';

/** Whether the service may assume the role for schedules of the group. False when the role does not exist. */
export function mayAssume(app: ResolvedApp, { group, target }: ScheduleDefinition): boolean {
  if (app.find(target.RoleArn)?.type !== 'AWS::IAM::Role') return false;
  const groupArn = schedulerArn(`schedule-group/${group}`);
  const source = { 'aws:SourceAccount': account, 'aws:SourceArn': groupArn };
  return roleTrusts(app, target.RoleArn, 'scheduler.amazonaws.com', source);
}

export function createDelivery(options: DeliveryOptions) {
  const { app, lambda, queues, faults, log } = options;

  /** Returns why the schedule's role does not allow the call of a queue or function; undefined when it does. */
  function denial(definition: ScheduleDefinition, resource: string): Problem | undefined {
    const { RoleArn } = definition.target;
    const action = isQueue(resource) ? 'sqs:SendMessage' : 'lambda:InvokeFunction';
    const message = mayAssume(app, definition)
      ? roleDenial(options, RoleArn, action, resource)
      : `The role ${RoleArn} cannot be assumed by EventBridge Scheduler.`;
    return message === undefined ? undefined : { code: 'AccessDeniedException', message };
  }

  /**
   * Calls a target, or sends to a dead-letter queue, with the schedule's role. Returns whether it succeeded, or why it
   * was not called.
   */
  async function call(
    definition: ScheduleDefinition,
    resource: string,
    body: string,
    attributes: NewMessage['attributes'] = {},
  ): Promise<boolean | Problem> {
    const denied = denial(definition, resource);
    if (denied !== undefined) return denied;
    const target = app.find(resource);
    if (isQueue(resource)) {
      const message = 'The specified queue does not exist.';
      if (target === undefined) return { code: 'AWS.SimpleQueueService.NonExistentQueue', message };
      const refusal = queues.of(resource).trySend({ body, attributes });
      return refusal === undefined || { code: 'SqsException', message: refusal.message };
    }
    const message = `Function not found: ${resource}`;
    if (target === undefined) return { code: 'ResourceNotFoundException', message };
    return lambda.invoke(target.physicalId, body).then(
      ({ functionError }) => functionError === undefined,
      // The runtime is stopping.
      () => false,
    );
  }

  return {
    denial,
    /** Delivers once. Returns whether the target accepted it, and whether the started function succeeded. */
    async deliver(definition: ScheduleDefinition, scheduledMs: number): Promise<boolean> {
      const { group, name, target } = definition;
      const arn = schedulerArn(`schedule/${group}/${name}`);
      const scheduledAt = new Date(scheduledMs).toISOString().replace(/\.\d+Z$/, 'Z');
      const executionId = randomBytes(8).toString('hex');
      const body = target.Input.replaceAll('<aws.scheduler.schedule-arn>', arn)
        .replaceAll('<aws.scheduler.scheduled-time>', scheduledAt)
        .replaceAll('<aws.scheduler.execution-id>', executionId)
        .replaceAll('<aws.scheduler.attempt-number>', '1');
      const outcome = await call(definition, target.Arn, body);
      if (typeof outcome === 'boolean') {
        const fault = faults.match({ service: 'scheduler', action: 'Deliver', body, moment: 'delivery' });
        if (fault !== undefined) await call(definition, target.Arn, body);
        return outcome;
      }
      // Denied and missing targets are not tried again, as in AWS.
      log(`The schedule ${group}/${name} could not be delivered: ${outcome.message}`);
      if (target.DeadLetterConfig === undefined) return false;
      const attributes = stringAttributes({
        ERROR_CODE: outcome.code,
        ERROR_MESSAGE: outcome.message,
        EXECUTION_ID: executionId,
        IS_PAYLOAD_TRUNCATED: 'false',
        RETRY_ATTEMPTS: '0',
        SCHEDULED_TIME: scheduledAt,
        SCHEDULE_ARN: arn,
        TARGET_ARN: target.Arn,
      });
      const second = await call(definition, target.DeadLetterConfig.Arn, body, attributes);
      if (typeof second === 'object')
        log(`It could not be sent to its dead-letter queue either: ${second.message}`);
      return false;
    },
  };
}
