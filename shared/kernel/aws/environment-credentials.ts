/**
 * Stands in for `@aws-sdk/credential-provider-node` in the bundles: Lambda always passes credentials in the
 * environment, and the SDK's chain of SSO, instance metadata and role providers would be loaded for nothing at
 * every cold start.
 */
export { fromEnv as defaultProvider } from '@aws-sdk/credential-provider-env';
