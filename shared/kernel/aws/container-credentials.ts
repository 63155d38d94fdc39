/**
 * Replaces `@aws-sdk/credential-provider-node` in the bundle of the ingest service: ECS provides a task's credentials
 * over HTTP and renews them. https://docs.aws.amazon.com/AmazonECS/latest/developerguide/task-iam-roles.html
 */
import { fromHttp } from '@aws-sdk/credential-provider-http';

/** Credentials are refreshed this long before they expire; ECS provides new ones by then. */
const earlyMs = 10 * 60_000;

type Provider = ReturnType<typeof fromHttp>;
type TaskCredentials = Awaited<ReturnType<Provider>>;

/**
 * The task's credentials, shared by all clients: each SDK client would fetch its own, and fail as soon as a renewal
 * fails.
 */
let known: TaskCredentials | undefined;
let refreshing: Promise<TaskCredentials> | undefined;

/**
 * Throws when the environment has no address, or when two attempts fail. A renewal is attempted once: the next request
 * tries again, and the pause between attempts (one second) would delay a request that still has credentials.
 */
const refreshCredentials = async (): Promise<TaskCredentials> =>
  fromHttp({ maxRetries: known === undefined ? 1 : 0 })();

async function current(): Promise<TaskCredentials> {
  const leftMs = (known?.expiration?.getTime() ?? 0) - Date.now();
  if (known !== undefined && leftMs > earlyMs) return known;
  refreshing ??= refreshCredentials().finally(() => {
    refreshing = undefined;
  });
  try {
    known = await refreshing;
    return known;
  } catch (error) {
    // Valid credentials are used as long as they are valid.
    if (known === undefined || leftMs <= 0) throw error;
    return known;
  }
}

/** A provider of the task's credentials. It throws when they are not available. */
export function defaultProvider(): Provider {
  return current;
}
