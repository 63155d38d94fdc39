/**
 * Custom resources: calls their function, as CloudFormation does, and waits for its response. A resource is created
 * again only when its properties have changed.
 */
import { hash, randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import type { LambdaService } from '../lambda/lambda.ts';
import { listen } from '../loopback.ts';
import type { ResolvedApp, Resource } from '../types.ts';
import { within } from '../within.ts';
import { isRecord } from './intrinsics.ts';
import { linked } from './properties.ts';

const defaultTimeoutSeconds = 3_600;

async function create(
  { properties, logicalId, stack, type }: Resource,
  app: ResolvedApp,
  lambda: Pick<LambdaService, 'invoke'>,
): Promise<void> {
  const { ServiceToken, ServiceTimeout = defaultTimeoutSeconds } = properties;
  const target = linked(app, 'AWS::Lambda::Function', String(ServiceToken));
  const response = Promise.withResolvers<unknown>();
  const server = await listen(
    createServer((incoming, outgoing) => {
      json(incoming)
        .then(response.resolve, response.reject)
        .finally(() => outgoing.end());
    }),
    0,
  );
  try {
    const request = {
      RequestType: 'Create',
      ResponseURL: `${server.url}/${randomUUID()}`,
      StackId: stack,
      RequestId: randomUUID(),
      LogicalResourceId: logicalId,
      ResourceType: type,
      ResourceProperties: properties,
    };
    const invoked = lambda.invoke(target.physicalId, JSON.stringify(request)).then(({ functionError }) => {
      if (functionError !== undefined) throw new Error(`${target.physicalId} failed: ${functionError}.`);
      return response.promise;
    });
    const problem = `${target.physicalId} did not respond in time.`;
    const result = await within(Number(ServiceTimeout) * 1_000, invoked, problem);
    if (isRecord(result) && result.Status === 'SUCCESS') return;
    throw new Error(`${logicalId} failed: ${isRecord(result) ? result.Reason : 'no response'}`);
  } finally {
    await server.stop();
  }
}

/** Returns the hashes of created resources; none for a missing file, and for one that a crash left unfinished. */
function readCreated(file: string): Record<string, string> {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
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
  for (const resource of app.resources) {
    // Custom types have names that CloudFormation reserves for them.
    if (!resource.type.startsWith('Custom::')) continue;
    const id = `${resource.stack}/${resource.logicalId}`;
    const madeOf = hash('sha256', JSON.stringify([resource.properties, content]));
    if (created[id] === madeOf) continue;
    await create(resource, app, lambda);
    created[id] = madeOf;
    writeFileSync(createdFile, JSON.stringify(created));
  }
}
