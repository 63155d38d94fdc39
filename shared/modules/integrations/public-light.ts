/** What other modules may use of integrations in code that is loaded by `import()`: neither stores nor contracts. */
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
