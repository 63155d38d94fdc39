/**
 * Stands in for `@aws-sdk/credential-provider-node` in the bundles: Lambda always passes credentials in the
 * environment, and the SDK's chain of SSO, instance metadata and role providers would be loaded for nothing at
 * every cold start.
 */
import type { Credentials } from './credentials.ts';

/** A provider of the function's own credentials. The provider throws when the environment holds none. */
export function defaultProvider(): () => Promise<Credentials> {
  return async () => {
    const {
      AWS_ACCESS_KEY_ID: accessKeyId,
      AWS_SECRET_ACCESS_KEY: secretAccessKey,
      AWS_SESSION_TOKEN: sessionToken,
    } = process.env;
    if (!accessKeyId || !secretAccessKey) {
      throw new Error('AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are missing from the environment');
    }
    return { accessKeyId, secretAccessKey, ...(sessionToken ? { sessionToken } : {}) };
  };
}
