/** The parts of SNS that services use: the template's topics and the queues that subscribe to them. */
import * as z from 'zod/mini';
import { linked, propertiesOf } from '../cloudformation/properties.ts';
import type { Faults } from '../gateway/faults.ts';
import { serviceDenial } from '../gateway/resource-policy.ts';
import type { AuthorizeServiceCall } from '../lambda/lambda.ts';
import type { Queues } from '../sqs/queues.ts';
import type { ResolvedApp, Resource } from '../types.ts';
import { roleDenial, sendDenial } from './queue-target.ts';

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

type Subscription = ReturnType<typeof subscriptionOf>;

function subscriptionOf(app: ResolvedApp, resource: Resource) {
  const { TopicArn: topicArn, Endpoint, RedrivePolicy } = propertiesOf(resource, subscriptionProperties);
  const queue = linked(app, 'AWS::SQS::Queue', Endpoint);
  return { topicArn, queue, deadLetters: RedrivePolicy && app.find(RedrivePolicy.deadLetterTargetArn) };
}

export type Topics = ReturnType<typeof openTopics>;

/** Reads the template's topics. Throws for topics and subscriptions that do not run locally. */
export function openTopics(options: TopicsOptions) {
  const { app, queues, faults } = options;
  for (const topic of app.ofType('AWS::SNS::Topic')) propertiesOf(topic, topicProperties);
  const subscriptions = app.ofType('AWS::SNS::Subscription').map((one) => subscriptionOf(app, one));
  const policies = app.ofType('AWS::SNS::TopicPolicy').map((one) => propertiesOf(one, policyProperties));

  const send = (topicArn: string, queue: Resource, body: string): string | undefined =>
    sendDenial(app, queue, 'sns.amazonaws.com', topicArn) ?? queues.of(queue.arn).trySend({ body })?.message;

  function deliver({ topicArn, queue, deadLetters }: Subscription, text: string): string | undefined {
    const problem = send(topicArn, queue, text);
    if (problem === undefined || deadLetters === undefined) return problem;
    const second = send(topicArn, deadLetters, text);
    return second === undefined ? problem : `${problem}; nor to its dead-letter queue: ${second}`;
  }

  function deliverToAll(topicArn: string, text: string): string | undefined {
    if (app.find(topicArn)?.type !== 'AWS::SNS::Topic') return `The topic ${topicArn} does not exist.`;
    const subscribers = subscriptions.filter((one) => one.topicArn === topicArn);
    // SNS delivers at least once, so a fault may deliver twice.
    const twice = faults.match({ service: 'sns', action: 'Publish', body: text, moment: 'delivery' });
    const rounds = twice === undefined ? subscribers : [...subscribers, ...subscribers];
    const problems = rounds.map((one) => deliver(one, text));
    return problems.find((problem) => problem !== undefined);
  }

  return {
    /**
     * Publishes with the grants of a role. Returns the reason of a failure; undefined when every subscriber got the
     * message.
     */
    async publish(message: { topicArn: string; text: string; roleArn: string }): Promise<string | undefined> {
      const { topicArn, text, roleArn } = message;
      return roleDenial(options, roleArn, 'sns:Publish', topicArn) ?? deliverToAll(topicArn, text);
    },
    /** Publishes in the name of a service: the topic's policy decides. Returns like `publish`. */
    async publishAs(
      service: string,
      { topicArn, text, sourceArn }: { topicArn: string; text: string; sourceArn: string },
    ): Promise<string | undefined> {
      const documents = policies
        .filter(({ Topics }) => Topics.includes(topicArn))
        .map(({ PolicyDocument }) => PolicyDocument);
      const call = { action: 'sns:Publish', resource: topicArn, sourceArn };
      return serviceDenial(documents, service, call) ?? deliverToAll(topicArn, text);
    },
  };
}
