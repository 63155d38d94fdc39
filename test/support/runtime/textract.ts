/** Textract behind a separate AWS gateway, with a role, a topic and a queue, for tests with the official client. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TextractClient } from '@aws-sdk/client-textract';
import { openTopics } from '../../../lib/local/events/sns.ts';
import { startAwsGateway } from '../../../lib/local/gateway/aws-gateway.ts';
import { createFaults } from '../../../lib/local/gateway/faults.ts';
import { createAdministrator, createIdentityRegistry } from '../../../lib/local/gateway/identities.ts';
import { createMeter } from '../../../lib/local/gateway/meter.ts';
import { openQueues } from '../../../lib/local/sqs/queues.ts';
import { openJobStore } from '../../../lib/local/textract/jobs.ts';
import { Recognizer } from '../../../lib/local/textract/recognizer.ts';
import { startRunner } from '../../../lib/local/textract/runner.ts';
import { createTextract } from '../../../lib/local/textract/service.ts';
import type { PolicyStatement, ResolvedApp } from '../../../lib/local/types.ts';
import { aResource, resolvedApp } from './resolved-app.ts';

const account = '000000000000';
export const topicArn = `arn:aws:sns:us-east-1:${account}:done`;
export const roleArn = `arn:aws:iam::${account}:role/tell`;
const queueArn = `arn:aws:sqs:us-east-1:${account}:completions`;
const queueUrl = `https://sqs.us-east-1.amazonaws.com/${account}/completions`;

/** Changes that a test makes to the template. */
export interface TemplateChanges {
  rolePrincipal?: string;
  mayPublish?: boolean;
  queueTakes?: string;
}

function anApp(changes: TemplateChanges = {}): ResolvedApp {
  const { rolePrincipal = 'textract.amazonaws.com', mayPublish = true, queueTakes = topicArn } = changes;
  const send = {
    ...{ Effect: 'Allow', Principal: { Service: 'sns.amazonaws.com' }, Action: 'sqs:SendMessage' },
    ...{ Resource: queueArn, Condition: { ArnEquals: { 'aws:SourceArn': queueTakes } } },
  };
  const trust = {
    ...{ Effect: 'Allow', Principal: { Service: rolePrincipal }, Action: 'sts:AssumeRole' },
    Condition: {
      StringEquals: { 'aws:SourceAccount': account },
      ArnLike: { 'aws:SourceArn': `arn:aws:textract:*:${account}:*` },
    },
  };
  const publish = { Effect: 'Allow', Action: 'sns:Publish', Resource: topicArn };
  return resolvedApp(
    aResource('AWS::SNS::Topic', topicArn, topicArn),
    aResource('AWS::SQS::Queue', queueUrl, queueArn),
    aResource('AWS::SNS::Subscription', 'subscription', 'arn:subscription', {
      ...{ TopicArn: topicArn, Protocol: 'sqs', Endpoint: queueArn, RawMessageDelivery: true },
    }),
    aResource('AWS::SQS::QueuePolicy', 'policy', 'arn:policy', {
      Queues: [queueUrl],
      PolicyDocument: { Statement: [send] },
    }),
    aResource('AWS::IAM::Role', 'tell', roleArn, {
      AssumeRolePolicyDocument: { Statement: [trust] },
      Policies: [{ PolicyDocument: { Statement: mayPublish ? [publish] : [] } }],
    }),
  );
}

/** All permissions of a caller for jobs on the objects of the bucket `files`. */
export const allGrants: PolicyStatement[] = [
  { Effect: 'Allow', Action: 'textract:*', Resource: '*' },
  { Effect: 'Allow', Action: 's3:GetObject', Resource: 'arn:aws:s3:::files/*' },
  {
    Effect: 'Allow',
    Action: 'iam:PassRole',
    Resource: roleArn,
    Condition: { StringEquals: { 'iam:PassedToService': 'textract.amazonaws.com' } },
  },
];

export type TextractFixture = Awaited<ReturnType<typeof aTextract>>;

/** `dir` stores the data that a restart reads. */
export async function aTextract({ dir = newFolder(), ...changes }: TemplateChanges & { dir?: string } = {}) {
  const app = anApp(changes);
  const faults = createFaults();
  const registry = createIdentityRegistry();
  const objects = new Map<string, Buffer>();
  const logged: string[] = [];
  const log = (line: string): void => void logged.push(line);
  const queues = openQueues(app, join(dir, 'queues.sqlite'));
  const jobs = openJobStore(join(dir, 'textract.sqlite'));
  const recognizer = new Recognizer();
  const read = async ({ bucket, key }: { bucket: string; key: string }) => objects.get(`${bucket}/${key}`);
  const service = createTextract({ app, jobs, objects: { read }, recognizer, added: () => runner?.wake() });
  const door = await startAwsGateway({
    ...{ app, registry, meter: createMeter(), faults, log, services: [service] },
    dynamodbEndpoint: 'http://127.0.0.1:9',
  });
  const { authorizeServiceCall } = door;
  const topics = openTopics({ app, queues, faults, authorizeServiceCall });
  let runner: ReturnType<typeof startRunner> | undefined;
  const clients: TextractClient[] = [];

  return {
    ...{ faults, logged, objects, jobs },
    /** Starts running jobs. */
    begin: () => {
      runner = startRunner({ jobs, objects: { read }, recognizer, topics, log });
    },
    /** The official client as a function with these grants. */
    client(...statements: PolicyStatement[]): TextractClient {
      const roleArn = `arn:aws:iam::${account}:role/extract`;
      const credentials = { ...createAdministrator('pm-extract'), roleArn, statements };
      registry.register(credentials);
      const connection = { endpoint: door.url, region: 'us-east-1', maxAttempts: 1 };
      const client = new TextractClient({ ...connection, credentials });
      clients.push(client);
      return client;
    },
    /** Waits for the next message of the queue; undefined when none arrives. */
    async message(): Promise<Record<string, unknown> | undefined> {
      const [message] = await queues.of(queueUrl).receive({ count: 1, waitSeconds: 20 });
      return message && JSON.parse(message.Body);
    },
    async stop({ keep = false } = {}): Promise<void> {
      for (const client of clients) client.destroy();
      await runner?.stop();
      await recognizer.stop();
      await door.stop();
      queues.stop();
      jobs.close();
      if (!keep) rmSync(dir, { recursive: true });
    },
  };
}

export const newFolder = () => mkdtempSync(join(tmpdir(), 'textract-'));
