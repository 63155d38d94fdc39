/**
 * The other side of the runtime benches: a bare `node:http` server in one process that makes the recorded AWS calls of
 * an endpoint for each request. Reads its job from standard input, prints its URL, and runs until it is killed.
 */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  BatchWriteCommand,
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactGetCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { clientConfig } from '../../../../shared/kernel/aws/client-config.ts';

export interface BareCall {
  action: string;
  /** The input of the document client, as JSON text. */
  input: string;
}

export interface BareOperation {
  status: number;
  /** Calls of one step are in flight together. */
  steps: readonly (readonly BareCall[])[];
  /** Texts of the inputs that are unique per request. */
  uniqueTexts: readonly string[];
}

export interface BareServerJob {
  endpoint: string;
  /** By path. */
  operations: Readonly<Record<string, BareOperation>>;
}

type JsonBody = Readonly<Record<string, unknown>>;

const job = JSON.parse(await text(process.stdin)) as BareServerJob;
const client = DynamoDBDocumentClient.from(
  new DynamoDBClient({ ...clientConfig, region: 'us-east-1', endpoint: job.endpoint }),
);

const senders: Readonly<Record<string, (input: never) => Promise<JsonBody>>> = {
  BatchGetItem: async (input) => ({ ...(await client.send(new BatchGetCommand(input))) }),
  BatchWriteItem: async (input) => ({ ...(await client.send(new BatchWriteCommand(input))) }),
  DeleteItem: async (input) => ({ ...(await client.send(new DeleteCommand(input))) }),
  GetItem: async (input) => ({ ...(await client.send(new GetCommand(input))) }),
  PutItem: async (input) => ({ ...(await client.send(new PutCommand(input))) }),
  Query: async (input) => ({ ...(await client.send(new QueryCommand(input))) }),
  TransactGetItems: async (input) => ({ ...(await client.send(new TransactGetCommand(input))) }),
  TransactWriteItems: async (input) => ({ ...(await client.send(new TransactWriteCommand(input))) }),
  UpdateItem: async (input) => ({ ...(await client.send(new UpdateCommand(input))) }),
};

function send({ action, input }: BareCall, newTexts: ReadonlyMap<string, string>): Promise<JsonBody> {
  const sender = senders[action];
  if (sender === undefined) throw new Error(`The action ${action} has no sender.`);
  let changed = input;
  for (const [recorded, fresh] of newTexts) changed = changed.replaceAll(recorded, fresh);
  return sender(JSON.parse(changed) as never);
}

async function run({ steps, uniqueTexts }: BareOperation, sent: string): Promise<string> {
  if (sent !== '') JSON.parse(sent);
  const newTexts = new Map(uniqueTexts.map((recorded) => [recorded, randomUUID()]));
  let last: JsonBody = {};
  for (const step of steps) {
    const answers = await Promise.all(step.map((call) => send(call, newTexts)));
    last = answers.at(-1) ?? last;
  }
  const { Item, Items, Responses, Attributes } = last;
  return JSON.stringify({ data: Item ?? Items ?? Responses ?? Attributes ?? {} });
}

const server = createServer((request, response) => {
  const operation = job.operations[request.url ?? ''];
  const operationResult = operation
    ? text(request).then((sent) => run(operation, sent))
    : Promise.reject(new Error(`The operation ${request.url} does not exist.`));
  operationResult.then(
    (body) => {
      response.writeHead(operation?.status ?? 200, {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      });
      response.end(body);
    },
    (error: unknown) => {
      console.error(error);
      response.writeHead(500).end();
    },
  );
});
server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
