/** Delivers due schedules as EventBridge Scheduler does: assumes the schedule's role and calls the target. */
import { randomBytes } from 'node:crypto';
import { stringAttributes } from '../events/queue-target.ts';
import type { Faults } from '../gateway/faults.ts';
import { roleTrusts, statementsOfRole } from '../gateway/identities.ts';
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

/** Returns `arn:aws:scheduler:region:account:<rest>`, in the account of the target. */
function scheduleArn(targetArn: string, rest: string): string {
  const [, partition, , region, account] = targetArn.split(':');
  return `arn:${partition}:scheduler:${region}:${account}:${rest}`;
}

const isQueue = (arn: string): boolean => arn.split(':')[2] === 'sqs';

/** Whether the service may assume the role for schedules of the group. False when the role does not exist. */
export function mayAssume(app: ResolvedApp, { group, target }: ScheduleDefinition): boolean {
  const source = {
    'aws:SourceAccount': target.Arn.split(':')[4] ?? '',
    'aws:SourceArn': scheduleArn(target.Arn, `schedule-group/${group}`),
  };
  const exists = app.ofType('AWS::IAM::Role').some(({ arn }) => arn === target.RoleArn);
  return exists && roleTrusts(app, target.RoleArn, 'scheduler.amazonaws.com', source);
}

export class Delivery {
  readonly #options: DeliveryOptions;

  constructor(options: DeliveryOptions) {
    this.#options = options;
  }

  /** Returns why the schedule's role does not allow the call of a queue or function; undefined when it does. */
  denial(definition: ScheduleDefinition, resource: string): Problem | undefined {
    const { app, authorizeServiceCall } = this.#options;
    const { RoleArn } = definition.target;
    const code = 'AccessDeniedException';
    if (!mayAssume(app, definition)) {
      return { code, message: `The role ${RoleArn} cannot be assumed by EventBridge Scheduler.` };
    }
    const action = isQueue(resource) ? 'sqs:SendMessage' : 'lambda:InvokeFunction';
    const identityName = RoleArn.split('/').at(-1) ?? '';
    const statements = statementsOfRole(app, RoleArn);
    if (authorizeServiceCall({ identityName, statements, action, resource })) return undefined;
    return { code, message: `The role ${RoleArn} does not allow ${action} on ${resource}.` };
  }

  /** Calls a target, or sends to a dead-letter queue, with the schedule's role. */
  async #call(
    definition: ScheduleDefinition,
    resource: string,
    body: string,
    attributes: NewMessage['attributes'] = {},
  ): Promise<'succeeded' | 'failed' | Problem> {
    const { app, lambda, queues } = this.#options;
    const denial = this.denial(definition, resource);
    if (denial !== undefined) return denial;
    const target = app.find(resource);
    if (isQueue(resource)) {
      const message = 'The specified queue does not exist.';
      if (target === undefined) return { code: 'AWS.SimpleQueueService.NonExistentQueue', message };
      const refusal = queues.of(resource).trySend({ body, attributes });
      return refusal === undefined ? 'succeeded' : { code: 'SqsException', message: refusal.message };
    }
    const message = `Function not found: ${resource}`;
    if (target === undefined) return { code: 'ResourceNotFoundException', message };
    return lambda.invoke(target.physicalId, body).then(
      ({ functionError }) => (functionError === undefined ? 'succeeded' : 'failed'),
      // The runtime is stopping.
      () => 'failed',
    );
  }

  /** Delivers once. Returns whether the target accepted it, and whether the started function succeeded. */
  async deliver(definition: ScheduleDefinition, scheduledMs: number): Promise<boolean> {
    const { group, name, target } = definition;
    const arn = scheduleArn(target.Arn, `schedule/${group}/${name}`);
    const scheduledAt = new Date(scheduledMs).toISOString().replace(/\.\d+Z$/, 'Z');
    const executionId = randomBytes(8).toString('hex');
    const body = target.Input.replaceAll('<aws.scheduler.schedule-arn>', arn)
      .replaceAll('<aws.scheduler.scheduled-time>', scheduledAt)
      .replaceAll('<aws.scheduler.execution-id>', executionId)
      .replaceAll('<aws.scheduler.attempt-number>', '1');
    const outcome = await this.#call(definition, target.Arn, body);
    if (typeof outcome === 'object') {
      // Denied and missing targets are not tried again, as in AWS.
      await this.#sendToDeadLetters(definition, body, {
        ERROR_CODE: outcome.code,
        ERROR_MESSAGE: outcome.message,
        EXECUTION_ID: executionId,
        IS_PAYLOAD_TRUNCATED: 'false',
        RETRY_ATTEMPTS: '0',
        SCHEDULED_TIME: scheduledAt,
        SCHEDULE_ARN: arn,
        TARGET_ARN: target.Arn,
      });
      return false;
    }
    const { faults } = this.#options;
    const fault = faults.match({ service: 'scheduler', action: 'Deliver', body, moment: 'delivery' });
    if (fault !== undefined) await this.#call(definition, target.Arn, body);
    return outcome === 'succeeded';
  }

  async #sendToDeadLetters(
    definition: ScheduleDefinition,
    body: string,
    facts: Record<string, string>,
  ): Promise<void> {
    const { log } = this.#options;
    const { group, name, target } = definition;
    log(`The schedule ${group}/${name} could not be delivered: ${facts.ERROR_MESSAGE}`);
    if (target.DeadLetterConfig === undefined) return;
    const outcome = await this.#call(definition, target.DeadLetterConfig.Arn, body, stringAttributes(facts));
    if (typeof outcome === 'object')
      log(`It could not be sent to its dead-letter queue either: ${outcome.message}`);
  }
}
