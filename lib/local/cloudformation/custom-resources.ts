/**
 * Custom resources: calls their function, as CloudFormation does, and waits for its response. A resource is created
 * again only when its properties have changed.
 */
import { hash, randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { LambdaService } from '../lambda/lambda.ts';
import { listen } from '../loopback.ts';
import type { ResolvedApp, Resource } from '../types.ts';
import { isRecord } from './intrinsics.ts';

/** Custom types have names that CloudFormation reserves for them. */
const isCustom = ({ type }: Resource): boolean => type.startsWith('Custom::');

const defaultTimeoutSeconds = 3_600;

async function readText(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** Opens a URL that accepts one response. */
async function openResponseUrl() {
  const answered = Promise.withResolvers<unknown>();
  const server = await listen(
    createServer((incoming, outgoing) => {
      readText(incoming)
        .then((text) => answered.resolve(JSON.parse(text)))
        .catch(answered.reject)
        .finally(() => outgoing.end());
    }),
    0,
  );
  return { url: `${server.url}/${randomUUID()}`, result: answered.promise, stop: () => server.stop() };
}

/** Rejects when the work takes longer than the timeout. */
function within<Value>(timeoutMs: number, work: Promise<Value>, what: string): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`${what} did not respond in time.`)), timeoutMs).unref();
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

async function create(
  resource: Resource,
  app: ResolvedApp,
  lambda: Pick<LambdaService, 'invoke'>,
): Promise<void> {
  const { ServiceToken, ServiceTimeout, ...properties } = resource.properties;
  const target = app.find(String(ServiceToken));
  if (target?.type !== 'AWS::Lambda::Function')
    throw new Error(`${resource.logicalId}: ${ServiceToken} is not a function of the app.`);
  const response = await openResponseUrl();
  try {
    const request = {
      RequestType: 'Create',
      ResponseURL: response.url,
      StackId: resource.stack,
      RequestId: randomUUID(),
      LogicalResourceId: resource.logicalId,
      ResourceType: resource.type,
      ResourceProperties: { ServiceToken, ...properties },
    };
    const invoked = lambda.invoke(target.physicalId, JSON.stringify(request)).then(({ functionError }) => {
      if (functionError !== undefined) throw new Error(`${target.physicalId} failed: ${functionError}.`);
      return response.result;
    });
    const seconds = Number(ServiceTimeout ?? defaultTimeoutSeconds);
    const result = await within(seconds * 1_000, invoked, target.physicalId);
    if (isRecord(result) && result.Status === 'SUCCESS') return;
    throw new Error(`${resource.logicalId} failed: ${isRecord(result) ? result.Reason : 'no response'}`);
  } finally {
    await response.stop();
  }
}

/** Hashes of the inputs of created resources, by stack and logical id. */
type Created = Record<string, string>;

/** Returns none for a missing file, and for one that a crash left unfinished. */
function readCreated(file: string): Created {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Created;
  } catch {
    return {};
  }
}

/**
 * Creates the custom resources of the app, one after the other, except those that `createdFile` records with the same
 * properties and the same `content`. Throws with the reason that a function returns.
 */
export async function createCustomResources(
  app: ResolvedApp,
  lambda: Pick<LambdaService, 'invoke'>,
  { createdFile, content }: { createdFile: string; content: string },
): Promise<void> {
  const created = readCreated(createdFile);
  for (const resource of app.resources.filter(isCustom)) {
    const id = `${resource.stack}/${resource.logicalId}`;
    const madeOf = hash('sha256', JSON.stringify([resource.properties, content]));
    if (created[id] === madeOf) continue;
    await create(resource, app, lambda);
    created[id] = madeOf;
    writeFileSync(createdFile, JSON.stringify(created));
  }
}
