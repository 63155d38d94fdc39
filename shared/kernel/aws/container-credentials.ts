/**
 * Stands in for `@aws-sdk/credential-provider-node` in the bundle of the ingest service: ECS hands out a task's
 * credentials over HTTP and renews them.
 * https://docs.aws.amazon.com/AmazonECS/latest/developerguide/task-iam-roles.html
 */
import { fromHttp } from '@aws-sdk/credential-provider-http';

/** Credentials are refreshed this long before they expire; ECS provides new ones by then. */
const earlyMs = 10 * 60_000;

type Provider = ReturnType<typeof fromHttp>;
type TaskCredentials = Awaited<ReturnType<Provider>>;

/** Those of the task, whichever client asks: each client of the SDK would ask for itself, and fail as soon as a renewal does. */
let known: TaskCredentials | undefined;
let refreshing: Promise<TaskCredentials> | undefined;

/**
 * Throws when the environment names no address, or when two attempts fail. A renewal is attempted once: the next request tries
 * again, and the pause between attempts (one second) would delay a request that has credentials.
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
    // What is still good is used as long as it is.
    if (known === undefined || leftMs <= 0) throw error;
    return known;
  }
}

/** A provider of the task's own credentials. The provider throws when they cannot be had. */
export function defaultProvider(): Provider {
  return current;
}
