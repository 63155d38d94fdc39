/** EventBridge's event bus behind the AWS gateway: accepts events and copies them to the queues of matching rules. */
import { randomUUID } from 'node:crypto';
import { isRecord } from '../cloudformation/intrinsics.ts';
import { errorInBody, jsonBody, jsonService, targetAction, unsupported } from '../gateway/aws-json.ts';
import { AwsError, type AwsService } from '../gateway/aws-service.ts';
import type { Queues } from '../sqs/queues.ts';
import type { ResolvedApp, Resource } from '../types.ts';
import { createBusDelivery, detailPath, type RuleTarget, retryPolicyOf } from './bus-delivery.ts';
import { checkPattern, matchesEvent } from './event-pattern.ts';
import type { FanOut } from './fan-out.ts';

type Json = Record<string, unknown>;

// https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-putevents.html, 1 MB since January 2026
const maxEntries = 10;
const maxBytes = 1024 * 1024;
const timeBytes = 14;

interface Rule {
  resource: Resource;
  busName: string;
  pattern: Json;
  targets: RuleTarget[];
}

/** The targets of a rule. Throws for targets that do not run locally. */
function targetsOf(app: ResolvedApp, rule: Resource): RuleTarget[] {
  const targets = Array.isArray(rule.properties.Targets) ? rule.properties.Targets.filter(isRecord) : [];
  return targets.map((target) => {
    const queue = app.find(String(target.Arn));
    const { InputPath, InputTransformer, Input, SqsParameters } = target;
    if (queue?.type !== 'AWS::SQS::Queue') {
      throw new Error(`The rule ${rule.arn} has the target ${String(target.Arn)}: only queues run locally.`);
    }
    if (InputTransformer !== undefined || Input !== undefined) {
      throw new Error(`The rule ${rule.arn} changes its input, which does not run locally.`);
    }
    if (InputPath !== undefined && InputPath !== '$.detail') {
      throw new Error(`The rule ${rule.arn}: only the input path $.detail runs locally.`);
    }
    const deadLetters = isRecord(target.DeadLetterConfig)
      ? app.find(String(target.DeadLetterConfig.Arn))
      : undefined;
    const groupPath = isRecord(SqsParameters) ? String(SqsParameters.MessageGroupId) : undefined;
    if (groupPath !== undefined && !groupPath.startsWith(detailPath)) {
      throw new Error(`The rule ${rule.arn}: only a message group of a member of the detail runs locally.`);
    }
    return { queue, inputPath: InputPath, groupPath, deadLetters, ...retryPolicyOf(target) };
  });
}

function rulesOf(app: ResolvedApp): Rule[] {
  return app
    .ofType('AWS::Events::Rule')
    .filter(({ properties }) => properties.State !== 'DISABLED')
    .map((resource) => {
      const { EventPattern: pattern, EventBusName = 'default' } = resource.properties;
      if (pattern === undefined) throw new Error(`The rule ${resource.arn} has no event pattern.`);
      checkPattern(pattern);
      const busName = String(EventBusName).split('/').at(-1) ?? '';
      return { resource, busName, pattern, targets: targetsOf(app, resource) };
    });
}

/** Returns the error of an entry; undefined when it is valid. */
function errorOf(entry: Json): { ErrorCode: string; ErrorMessage: string } | undefined {
  const invalid = (name: string) => ({
    ErrorCode: 'InvalidArgument',
    ErrorMessage: `Parameter ${name} is not valid. Reason: ${name} is a required argument.`,
  });
  for (const name of ['Source', 'DetailType', 'Detail']) {
    if (typeof entry[name] !== 'string' || entry[name] === '') return invalid(name);
  }
  try {
    if (isRecord(JSON.parse(String(entry.Detail)))) return undefined;
  } catch {
    // Handled below like JSON that is not an object.
  }
  return { ErrorCode: 'MalformedDetail', ErrorMessage: 'Detail is malformed.' };
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
  fanOut: FanOut,
  log: (line: string) => void,
): AwsService {
  const rules = rulesOf(app);
  const buses = new Map(app.ofType('AWS::Events::EventBus').map((bus) => [bus.physicalId, bus]));
  const [anyBus] = buses.values();
  const [, , , region = 'us-east-1', account = '000000000000'] = anyBus?.arn.split(':') ?? [];

  const busOf = ({ EventBusName = 'default' }: Json): string => String(EventBusName).split('/').at(-1) ?? '';
  const busArn = (name: string): string =>
    buses.get(name)?.arn ?? `arn:aws:events:${region}:${account}:event-bus/${name}`;

  const delivery = createBusDelivery({ app, queues, account, log });

  async function publish(entry: Json): Promise<Json> {
    const fault = errorOf(entry);
    if (fault !== undefined) return fault;
    const event = {
      version: '0',
      id: randomUUID(),
      'detail-type': entry.DetailType,
      source: entry.Source,
      account,
      time: new Date(typeof entry.Time === 'number' ? entry.Time * 1000 : Date.now()).toISOString(),
      region,
      resources: Array.isArray(entry.Resources) ? entry.Resources : [],
      detail: JSON.parse(String(entry.Detail)),
    };
    if (!fanOut.deliversEvent(event.detail)) return { EventId: event.id };
    const matching = rules.filter(
      (rule) => rule.busName === busOf(entry) && matchesEvent(rule.pattern, event),
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
      const arns = [...new Set(entries.map((entry) => busArn(busOf(entry))))];
      return {
        action,
        needs: arns.map((resource) => ({ action: 'events:PutEvents', resource, context: {} })),
        async perform() {
          const Entries = await Promise.all(entries.map(publish));
          return {
            FailedEntryCount: Entries.filter(({ ErrorCode }) => ErrorCode !== undefined).length,
            Entries,
          };
        },
      };
    },
    error: errorInBody,
    throttled: () => new AwsError('ThrottlingException', 'Rate exceeded'),
    stop: delivery.stop,
  });
}
