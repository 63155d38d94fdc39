/** What other modules may use of integrations in code that is loaded by `import()`: neither stores nor contracts. */
export { stripeVersionHeader } from './checks/stripe.ts';
export { type Credentials, mayBePrivate, missingCredentials, textOf } from './credentials.ts';
export { CredentialsMissingError, IntegrationDisabledError } from './errors.ts';
export { credentialTarget, findIntegration, integrations } from './registry.ts';
