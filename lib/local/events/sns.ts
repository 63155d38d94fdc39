/** The parts of SNS that services use: the template's topics and the queues that subscribe to them. */
import * as z from 'zod/mini';
import { propertiesOf } from '../cloudformation/properties.ts';
import type { Faults } from '../gateway/faults.ts';
import { statementsOfRole } from '../gateway/identities.ts';
import { authorizeService } from '../gateway/resource-policy.ts';
import type { AuthorizeServiceCall } from '../lambda/lambda.ts';
import type { Queues } from '../sqs/queues.ts';
import type { ResolvedApp, Resource } from '../types.ts';
import { denialOf } from './queue-target.ts';

export interface TopicsOptions {
  app: ResolvedApp;
  queues: Queues;
  faults: Faults;
  authorizeServiceCall: AuthorizeServiceCall;
}

const topicProperties = z.strictObject({
  TopicName: z.optional(z.string()),
  // Every role of the account may use this key through SNS; other keys would need grants that nothing checks locally.
  KmsMasterKeyId: z.optional(z.literal('alias/aws/sns')),
});

/** A queue that receives the message itself, without SNS's envelope. */
const subscriptionProperties = z.strictObject({
  TopicArn: z.string(),
  Protocol: z.literal('sqs'),
  Endpoint: z.string(),
  RawMessageDelivery: z.literal(true),
  RedrivePolicy: z.optional(z.strictObject({ deadLetterTargetArn: z.string() })),
});

const policyProperties = z.object({ Topics: z.array(z.string()), PolicyDocument: z.unknown() });

interface Subscription {
  topicArn: string;
  queue: Resource;
  deadLetters: Resource | undefined;
}

function subscriptionOf(app: ResolvedApp, resource: Resource): Subscription {
  const { TopicArn: topicArn, Endpoint, RedrivePolicy } = propertiesOf(resource, subscriptionProperties);
  const queue = app.find(Endpoint);
  if (queue === undefined)
    throw new Error(`The subscription ${resource.arn}: ${Endpoint} is not in the template.`);
  return { topicArn, queue, deadLetters: RedrivePolicy && app.find(RedrivePolicy.deadLetterTargetArn) };
}

export class Topics {
  readonly #options: TopicsOptions;
  readonly #subscriptions: readonly Subscription[];
  readonly #policies: readonly z.output<typeof policyProperties>[];

  /** Reads the template's topics. Throws for topics and subscriptions that do not run locally. */
  constructor(options: TopicsOptions) {
    const { app } = options;
    this.#options = options;
    for (const topic of app.ofType('AWS::SNS::Topic')) propertiesOf(topic, topicProperties);
    this.#subscriptions = app.ofType('AWS::SNS::Subscription').map((one) => subscriptionOf(app, one));
    this.#policies = app.ofType('AWS::SNS::TopicPolicy').map((one) => propertiesOf(one, policyProperties));
  }

  /**
   * Publishes with the grants of a role. Returns the reason of a failure; undefined when every subscriber got the
   * message.
   */
  async publish(message: { topicArn: string; text: string; roleArn: string }): Promise<string | undefined> {
    const { topicArn, text, roleArn } = message;
    const { app, authorizeServiceCall } = this.#options;
    const call = {
      identityName: roleArn.split('/').at(-1) ?? '',
      statements: statementsOfRole(app, roleArn),
      action: 'sns:Publish',
      resource: topicArn,
    };
    if (authorizeServiceCall(call)) return this.#fanOut(topicArn, text);
    return `The role ${roleArn} does not allow ${call.action} on ${topicArn}.`;
  }

  /** Publishes in the name of a service: the topic's policy decides. Returns like `publish`. */
  async publishAs(
    service: string,
    { topicArn, text, sourceArn }: { topicArn: string; text: string; sourceArn: string },
  ): Promise<string | undefined> {
    const policies = this.#policies.filter(({ Topics }) => Topics.includes(topicArn));
    const documents = policies.map(({ PolicyDocument }) => PolicyDocument);
    const { allowed, reason } = authorizeService(documents, service, {
      action: 'sns:Publish',
      resource: topicArn,
      context: { 'aws:SourceArn': sourceArn, 'aws:SourceAccount': topicArn.split(':')[4] ?? '' },
    });
    return allowed ? this.#fanOut(topicArn, text) : `${service} may not sns:Publish on ${topicArn} ${reason}`;
  }

  #fanOut(topicArn: string, text: string): string | undefined {
    const { app, faults } = this.#options;
    if (app.find(topicArn)?.type !== 'AWS::SNS::Topic') return `The topic ${topicArn} does not exist.`;
    const subscribers = this.#subscriptions.filter((one) => one.topicArn === topicArn);
    // SNS delivers at least once, so a fault may deliver twice.
    const twice = faults.match({ service: 'sns', action: 'Publish', body: text, moment: 'delivery' });
    const rounds = twice === undefined ? subscribers : [...subscribers, ...subscribers];
    const problems = rounds.map((one) => this.#deliver(one, text));
    return problems.find((problem) => problem !== undefined);
  }

  #deliver({ topicArn, queue, deadLetters }: Subscription, text: string): string | undefined {
    const problem = this.#send(topicArn, queue, text);
    if (problem === undefined || deadLetters === undefined) return problem;
    const second = this.#send(topicArn, deadLetters, text);
    return second === undefined ? problem : `${problem}; nor to its dead-letter queue: ${second}`;
  }

  #send(topicArn: string, queue: Resource, body: string): string | undefined {
    const { app, queues } = this.#options;
    return (
      denialOf(app, queue, 'sns.amazonaws.com', topicArn) ?? queues.of(queue.arn).trySend({ body })?.message
    );
  }
}
