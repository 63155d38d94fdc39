/**
 * The parts of SNS that services use in the name of a role: the template's topics and the queues that subscribe to
 * them.
 */
import { randomUUID } from 'node:crypto';
import { isRecord } from '../cloudformation/intrinsics.ts';
import type { Faults } from '../gateway/faults.ts';
import { statementsOfRole } from '../gateway/identities.ts';
import { authorizeService } from '../gateway/resource-policy.ts';
import type { AuthorizeServiceCall } from '../lambda/lambda.ts';
import { policiesOf, type Queues } from '../sqs/queues.ts';
import type { ResolvedApp, Resource } from '../types.ts';

export interface Topics {
  /**
   * Publishes with the grants of a role. Returns the reason of a failure; undefined when every subscriber got the
   * message.
   */
  publish(message: { topicArn: string; text: string; roleArn: string }): Promise<string | undefined>;
  /** Publishes in the name of a service: the topic's policy decides. */
  publishAs(
    service: string,
    message: { topicArn: string; text: string; sourceArn: string },
  ): Promise<string | undefined>;
}

export interface TopicsOptions {
  app: ResolvedApp;
  queues: Queues;
  faults: Faults;
  authorizeServiceCall: AuthorizeServiceCall;
}

interface Subscription {
  topicArn: string;
  queue: Resource;
  /** Sends the message itself, without SNS's envelope. */
  raw: boolean;
  deadLetters: Resource | undefined;
}

// Every role of the account may use this key through SNS; other keys would need grants that nothing checks locally.
const managedKey = 'alias/aws/sns';

function subscriptionOf(app: ResolvedApp, { arn, properties }: Resource): Subscription {
  const {
    TopicArn,
    Protocol,
    Endpoint,
    RawMessageDelivery = false,
    FilterPolicy,
    RedrivePolicy,
  } = properties;
  const queue = app.find(String(Endpoint));
  if (Protocol !== 'sqs' || queue?.type !== 'AWS::SQS::Queue') {
    throw new Error(`The subscription ${arn}: only queues of the template run locally.`);
  }
  if (FilterPolicy !== undefined) throw new Error(`The subscription ${arn}: filters do not run locally.`);
  const deadLetters = isRecord(RedrivePolicy)
    ? app.find(String(RedrivePolicy.deadLetterTargetArn))
    : undefined;
  return { topicArn: String(TopicArn), queue, raw: RawMessageDelivery === true, deadLetters };
}

function envelope(topicArn: string, text: string): string {
  return JSON.stringify({
    Type: 'Notification',
    MessageId: randomUUID(),
    TopicArn: topicArn,
    Message: text,
    Timestamp: new Date().toISOString(),
    SignatureVersion: '1',
    Signature: '',
    SigningCertURL: '',
    UnsubscribeURL: '',
  });
}

/** The template's topics. Throws for topics and subscriptions that do not run locally. */
export function createTopics({ app, queues, faults, authorizeServiceCall }: TopicsOptions): Topics {
  for (const { arn, properties } of app.ofType('AWS::SNS::Topic')) {
    const { KmsMasterKeyId: key = managedKey, FifoTopic } = properties;
    if (key !== managedKey) throw new Error(`The topic ${arn}: only the key ${managedKey} runs locally.`);
    if (FifoTopic === true) throw new Error(`The topic ${arn}: FIFO topics do not run locally.`);
  }
  const subscriptions = app.ofType('AWS::SNS::Subscription').map((one) => subscriptionOf(app, one));

  function send(topicArn: string, queue: Resource, body: string): string | undefined {
    const account = topicArn.split(':')[4] ?? '';
    const { allowed, reason } = authorizeService(policiesOf(app, queue), 'sns.amazonaws.com', {
      action: 'sqs:SendMessage',
      resource: queue.arn,
      context: { 'aws:SourceArn': topicArn, 'aws:SourceAccount': account },
    });
    if (!allowed) return `sns.amazonaws.com may not sqs:SendMessage on ${queue.arn} ${reason}`;
    return queues.of(queue.arn).trySend({ body })?.message;
  }

  function deliver(one: Subscription, text: string): string | undefined {
    const body = one.raw ? text : envelope(one.topicArn, text);
    const problem = send(one.topicArn, one.queue, body);
    if (problem === undefined || one.deadLetters === undefined) return problem;
    const second = send(one.topicArn, one.deadLetters, body);
    return second === undefined ? problem : `${problem}; nor to its dead-letter queue: ${second}`;
  }

  function fanOut(topicArn: string, text: string): string | undefined {
    const subscribers = subscriptions.filter((one) => one.topicArn === topicArn);
    // SNS delivers at least once, so a fault may deliver twice.
    const twice = faults.match({ service: 'sns', action: 'Publish', body: text, moment: 'delivery' });
    const rounds = twice === undefined ? subscribers : [...subscribers, ...subscribers];
    const problems = rounds.map((one) => deliver(one, text));
    return problems.find((problem) => problem !== undefined);
  }

  return {
    async publish({ topicArn, text, roleArn }) {
      if (app.find(topicArn)?.type !== 'AWS::SNS::Topic') return `The topic ${topicArn} does not exist.`;
      const identityName = roleArn.split('/').at(-1) ?? '';
      const statements = statementsOfRole(app, roleArn);
      const action = 'sns:Publish';
      if (!authorizeServiceCall({ identityName, statements, action, resource: topicArn })) {
        return `The role ${roleArn} does not allow ${action} on ${topicArn}.`;
      }
      return fanOut(topicArn, text);
    },
    async publishAs(service, { topicArn, text, sourceArn }) {
      const topic = app.find(topicArn);
      if (topic?.type !== 'AWS::SNS::Topic') return `The topic ${topicArn} does not exist.`;
      const documents = app
        .ofType('AWS::SNS::TopicPolicy')
        .filter(
          ({ properties }) =>
            Array.isArray(properties.Topics) && properties.Topics.includes(topic.physicalId),
        )
        .map(({ properties }) => properties.PolicyDocument);
      const { allowed, reason } = authorizeService(documents, service, {
        action: 'sns:Publish',
        resource: topicArn,
        context: { 'aws:SourceArn': sourceArn, 'aws:SourceAccount': topicArn.split(':')[4] ?? '' },
      });
      return allowed ? fanOut(topicArn, text) : `${service} may not sns:Publish on ${topicArn} ${reason}`;
    },
  };
}
