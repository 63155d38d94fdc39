/** What CloudFormation does for resources of our own kind: it calls their function and waits for its answer. */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { LambdaService } from '../lambda/lambda.ts';
import { listen } from '../loopback.ts';
import type { ResolvedApp, Resource } from '../types.ts';
import { isRecord } from './intrinsics.ts';

/** Of types that CloudFormation does not know. */
const isCustom = ({ type }: Resource): boolean => type.startsWith('Custom::');

const defaultTimeoutSeconds = 3_600;

async function readText(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** A URL that takes one answer. */
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
  return { url: `${server.url}/${randomUUID()}`, answer: answered.promise, stop: () => server.stop() };
}

/** Fails when the work takes longer. */
function within<Value>(timeoutMs: number, work: Promise<Value>, what: string): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`${what} gave no answer in time.`)), timeoutMs).unref();
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

async function create(resource: Resource, app: ResolvedApp, lambda: LambdaService): Promise<void> {
  const { ServiceToken, ServiceTimeout, ...properties } = resource.properties;
  const target = app.find(String(ServiceToken));
  if (target?.type !== 'AWS::Lambda::Function')
    throw new Error(`${resource.logicalId}: ${ServiceToken} is no function of the app.`);
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
      return response.answer;
    });
    const seconds = Number(ServiceTimeout ?? defaultTimeoutSeconds);
    const answer = await within(seconds * 1_000, invoked, target.physicalId);
    if (isRecord(answer) && answer.Status === 'SUCCESS') return;
    throw new Error(`${resource.logicalId} failed: ${isRecord(answer) ? answer.Reason : 'no answer'}`);
  } finally {
    await response.stop();
  }
}

/** Makes every custom resource of the app, one after the other. Throws with the reason that a function gives. */
export async function createCustomResources(app: ResolvedApp, lambda: LambdaService): Promise<void> {
  for (const resource of app.resources.filter(isCustom)) await create(resource, app, lambda);
}
