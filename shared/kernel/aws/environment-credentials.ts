/**
 * Replaces `@aws-sdk/credential-provider-node` in the bundles: Lambda always passes credentials in the environment,
 * and the SDK's chain of SSO, instance metadata and role providers would slow every cold start.
 */
export { fromEnv as defaultProvider } from '@aws-sdk/credential-provider-env';
