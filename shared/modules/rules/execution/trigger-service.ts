/**
 * Runs the rules of an event. Their effects, their log and the marker are one transaction, so a redelivered
 * or concurrent event runs its rules once, and a crash leaves nothing.
 */
import { edgeWrites, withNode } from '../../../kernel/events/cause.ts';
import { log } from '../../../kernel/observability/log.ts';
import { PermanentError } from '../../../kernel/queues/errors.ts';
import type { Message } from '../../../kernel/queues/message.ts';
import { transact } from '../../../kernel/table/write.ts';
import { executionLimits } from '../limits.ts';
import { executionNode } from '../log/logged-execution.ts';
import { noteBlocks } from './blocked-rules.ts';
import type { ExecutionInput } from './execution.ts';
import { ruleEffects } from './rule-effects.ts';
import * as engine from './rule-engine.ts';
import { findExecutableRules } from './rule-loader.ts';
import { createRightsCheck } from './run-as-rights.ts';
import { RulesAlreadyRunError, rememberRun } from './run-once.ts';
import { factsOf, type Trigger, triggerOf } from './trigger.ts';

const executedBy = 'system:events';

/** Ids of events may be reused after some time; the time of the event distinguishes them. */
const runNameOf = ({ idempotencyKey, occurredAt }: Message): string => `${idempotencyKey} ${occurredAt}`;

function inputOf(message: Message, trigger: Trigger, data: unknown, nowMs: number): ExecutionInput {
  const { tenantId, organizationId, entityType, entityId, eventType } = trigger;
  return {
    scope: { tenantId, organizationId },
    entityType,
    entityId,
    eventType,
    data,
    user: null,
    depth: message.depth ?? 0,
    key: `event ${runNameOf(message)}`,
    explain: false,
    context: { principal: { subject: executedBy }, nowMs },
  };
}

/** Runs the rules of an event. Throws PermanentError if there are more than the maximum. */
export async function runTriggeredRules(message: Message, nowMs: number): Promise<void> {
  const trigger = triggerOf(message);
  if (trigger === undefined) return;
  const { entityType, events } = trigger;
  const rules = await findExecutableRules(Promise.resolve(engine), trigger, entityType, events, nowMs);
  if (rules === 'too many')
    throw new PermanentError(`More than ${executionLimits.rules} rules match, so none was run.`);
  if (rules.length === 0) return;
  const input = inputOf(message, trigger, factsOf(message.data), nowMs);
  const { id: eventId, idempotencyKey } = message;
  const named = { execution: engine.executionNameOf(idempotencyKey), executedBy, eventId };
  const node = executionNode(input.scope, { atMs: nowMs, execution: named.execution });
  const { execution, failures } = await withNode(node, async () => {
    const result = await engine.runRules(rules, input, {
      effects: ruleEffects,
      rights: createRightsCheck(input.scope, undefined, nowMs),
      totalMs: executionLimits.triggeredMs,
    });
    return { execution: result, failures: engine.failureWrites(result, input) };
  });
  const { writes } = engine.logWrites(execution, input, named);
  const edges = edgeWrites({ ...node, ref: { execution: named.execution, parts: writes.length } });
  try {
    const note = rememberRun(trigger, runNameOf(message), nowMs);
    await transact([note, ...writes, ...edges, ...execution.writes, ...failures]);
    await withNode(node, () => noteBlocks(execution, input));
  } catch (error) {
    if (!(error instanceof RulesAlreadyRunError)) throw error;
    log('info', 'the rules of an event had already run', { eventId, eventType: message.type });
  }
}
