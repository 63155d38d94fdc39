/**
 * Stands in for `@aws-sdk/credential-provider-node` in the bundle of the ingest service: ECS hands out a task's
 * credentials over HTTP and renews them, so each comes with the time from when the SDK has to ask again.
 * https://docs.aws.amazon.com/AmazonECS/latest/developerguide/task-iam-roles.html
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Credentials } from './credentials.ts';

const ecsHost = 'http://169.254.170.2';
const attempts = 3;
const timeoutMs = 5_000;
const pauseMs = 200;
/** They are asked for again so long before they end; ECS has new ones by then. */
const earlyMs = 10 * 60_000;

type PassingCredentials = Credentials & { expiration: Date };

function addressOf(env: NodeJS.ProcessEnv): string {
  const relative = env.AWS_CONTAINER_CREDENTIALS_RELATIVE_URI;
  const address = relative ? `${ecsHost}${relative}` : env.AWS_CONTAINER_CREDENTIALS_FULL_URI;
  if (!address) throw new Error('Neither AWS_CONTAINER_CREDENTIALS_RELATIVE_URI nor …_FULL_URI is set.');
  return address;
}

async function ask(address: string): Promise<PassingCredentials> {
  const authorization = process.env.AWS_CONTAINER_AUTHORIZATION_TOKEN;
  const response = await fetch(address, {
    signal: AbortSignal.timeout(timeoutMs),
    ...(authorization && { headers: { authorization } }),
  });
  if (!response.ok) throw new Error(`The address of the task's credentials answered ${response.status}.`);
  const body = (await response.json()) as Record<string, string | undefined>;
  const { AccessKeyId: accessKeyId, SecretAccessKey: secretAccessKey, Token, Expiration } = body;
  if (!accessKeyId || !secretAccessKey || !Expiration)
    throw new Error("The task's credentials are incomplete.");
  return {
    accessKeyId,
    secretAccessKey,
    ...(Token ? { sessionToken: Token } : {}),
    expiration: new Date(Expiration),
  };
}

async function refreshCredentials(): Promise<PassingCredentials> {
  const address = addressOf(process.env);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ask(address);
    } catch (error) {
      if (attempt === attempts) throw error;
      await sleep(pauseMs * attempt);
    }
  }
}

/** Those of the task, whichever client asks. */
let known: PassingCredentials | undefined;
let refreshing: Promise<PassingCredentials> | undefined;

async function current(): Promise<PassingCredentials> {
  const leftMs = (known?.expiration.getTime() ?? 0) - Date.now();
  if (known !== undefined && leftMs > earlyMs) return known;
  refreshing ??= refreshCredentials().finally(() => {
    refreshing = undefined;
  });
  try {
    known = await refreshing;
  } catch (error) {
    // What is still good is used as long as it is.
    if (known === undefined || leftMs <= 0) throw error;
  }
  return known;
}

/** A provider of the task's own credentials. The provider throws when they cannot be had. */
export function defaultProvider(): () => Promise<PassingCredentials> {
  return current;
}
