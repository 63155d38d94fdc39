/** What code of other modules behind `import()` may use of integrations. Imports neither stores nor contracts. */
export { stripeVersionHeader } from './checks/stripe.ts';
export { CredentialsMissingError, IntegrationDisabledError } from './errors.ts';
export {
  type Credentials,
  credentialTarget,
  findIntegration,
  integrations,
  mayBePrivate,
  missingCredentials,
  textOf,
} from './registry.ts';
