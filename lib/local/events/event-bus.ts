/** EventBridge's event bus behind the AWS gateway: accepts events and copies them to the queues of matching rules. */
import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { isRecord } from '../cloudformation/intrinsics.ts';
import { propertiesOf } from '../cloudformation/properties.ts';
import { account, region } from '../cloudformation/resource-names.ts';
import { type Json, jsonBody, jsonService, targetAction, unsupported } from '../gateway/aws-json.ts';
import { AwsError, type AwsService } from '../gateway/aws-service.ts';
import type { Queues } from '../sqs/queues.ts';
import type { ResolvedApp, Resource } from '../types.ts';
import { createBusDelivery, detailPath, type RuleTarget } from './bus-delivery.ts';
import { type EventFilter, everything } from './event-filter.ts';
import { checkPattern, matchesEvent } from './event-pattern.ts';

// https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-putevents.html, 1 MB since January 2026
const maxEntries = 10;
const maxBytes = 1024 * 1024;
const timeBytes = 14;

/** The rules that run locally match these members of an event, and copy its detail to queues. */
const ruleProperties = z.strictObject({
  Name: z.string(),
  EventBusName: z.string(),
  State: z._default(z.enum(['ENABLED', 'DISABLED']), 'ENABLED'),
  EventPattern: z.partialRecord(z.enum(['source', 'detail-type', 'detail']), z.unknown()),
  Targets: z.array(
    z.strictObject({
      Id: z.string(),
      Arn: z.string(),
      InputPath: z.literal('$.detail'),
      SqsParameters: z.optional(
        z.strictObject({ MessageGroupId: z.string().check(z.startsWith(detailPath)) }),
      ),
      DeadLetterConfig: z.optional(z.strictObject({ Arn: z.string() })),
    }),
  ),
});

/** Throws for a rule that does not run locally. */
function ruleOf(app: ResolvedApp, resource: Resource) {
  const { EventBusName, State, EventPattern, Targets } = propertiesOf(resource, ruleProperties);
  const pattern: Json = EventPattern;
  checkPattern(pattern);
  const targets = Targets.map(({ Arn, SqsParameters, DeadLetterConfig }): RuleTarget => {
    const queue = app.find(Arn);
    if (queue?.type !== 'AWS::SQS::Queue') {
      throw new Error(`The rule ${resource.arn} has the target ${Arn}: only queues run locally.`);
    }
    const deadLetters = DeadLetterConfig && app.find(DeadLetterConfig.Arn);
    return { queue, deadLetters, groupPath: SqsParameters?.MessageGroupId };
  });
  return { resource, isEnabled: State === 'ENABLED', busName: busNameOf(EventBusName), pattern, targets };
}

/** Returns the name of a bus that is given by its name or ARN. */
const busNameOf = (nameOrArn: string): string => nameOrArn.split('/').at(-1) ?? '';

/** The result of an entry that is not accepted. */
const refusal = (ErrorCode: string, ErrorMessage: string) => ({ ErrorCode, ErrorMessage });

function parseDetail(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return undefined;
  }
}

/** The size as EventBridge counts it, in bytes. */
export function entryBytes(entry: Json): number {
  const resources = Array.isArray(entry.Resources) ? entry.Resources : [];
  const texts = [entry.Source, entry.DetailType, entry.Detail, ...resources];
  const bytes = texts.map((text) => (typeof text === 'string' ? Buffer.byteLength(text) : 0));
  return bytes.reduce((sum, count) => sum + count, entry.Time === undefined ? 0 : timeBytes);
}

/** Checks a request as a whole. Throws `AwsError`. */
function entriesOf(input: Json): Json[] {
  const entries = Array.isArray(input.Entries) ? input.Entries.filter(isRecord) : [];
  if (entries.length < 1 || entries.length > maxEntries) {
    const problem = `Value '${entries.length} entries' at 'entries' failed to satisfy constraint`;
    throw new AwsError(
      'ValidationException',
      `1 validation error detected: ${problem}: Member must have length less than or equal to ${maxEntries}`,
    );
  }
  const bytes = entries.reduce((sum, entry) => sum + entryBytes(entry), 0);
  if (bytes > maxBytes) {
    throw new AwsError('ValidationException', 'Total size of the entries in the request is over the limit.');
  }
  return entries;
}

/** EventBridge for the app's buses and rules. Throws for rules that do not run locally. */
export function createEventBus(
  app: ResolvedApp,
  queues: Queues,
  filter: EventFilter = everything,
  log: (line: string) => void,
): AwsService {
  const rules = app
    .ofType('AWS::Events::Rule')
    .map((resource) => ruleOf(app, resource))
    .filter(({ isEnabled }) => isEnabled);
  const busOf = ({ EventBusName = 'default' }: Json): string => busNameOf(String(EventBusName));
  const busArnOf = (entry: Json): string => `arn:aws:events:${region}:${account}:event-bus/${busOf(entry)}`;
  const delivery = createBusDelivery({ app, queues, log });

  async function publish(entry: Json): Promise<Json> {
    const { Source: source, DetailType, Detail } = entry;
    const missing = ['Source', 'DetailType', 'Detail'].find((name) => !entry[name]);
    if (missing !== undefined) {
      const reason = `Parameter ${missing} is not valid. Reason: ${missing} is a required argument.`;
      return refusal('InvalidArgument', reason);
    }
    const detail = parseDetail(Detail);
    if (!isRecord(detail)) return refusal('MalformedDetail', 'Detail is malformed.');
    const event = { id: randomUUID(), detail, text: String(Detail) };
    if (!filter.passesEvent(detail)) return { EventId: event.id };
    const matching = rules.filter(
      (rule) =>
        rule.busName === busOf(entry) &&
        matchesEvent(rule.pattern, { source, 'detail-type': DetailType, detail }),
    );
    for (const rule of matching) {
      for (const target of rule.targets) await delivery.deliver(rule.resource, target, event);
    }
    return { EventId: event.id };
  }

  return jsonService({
    name: 'events',
    maxRequestBytes: 2 * 1024 * 1024,
    contentType: 'application/x-amz-json-1.1',
    plan(request) {
      const action = targetAction(request, 'AWSEvents');
      if (action !== 'PutEvents') throw unsupported(action);
      const entries = entriesOf(jsonBody(request.body));
      const arns = [...new Set(entries.map(busArnOf))];
      return {
        action,
        needs: arns.map((resource) => ({ action: 'events:PutEvents', resource })),
        async perform() {
          const Entries = await Promise.all(entries.map(publish));
          return {
            FailedEntryCount: Entries.filter(({ ErrorCode }) => ErrorCode !== undefined).length,
            Entries,
          };
        },
      };
    },
    stop: delivery.stop,
  });
}
