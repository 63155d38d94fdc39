/** The parts of integrations that other modules may use, without a store. */
export { stripeVersionHeader } from './checks/stripe.ts';
export { updateIntegrationCredentials } from './credential-contract.ts';
export { type Credentials, mayBePrivate, missingCredentials, textOf } from './credentials.ts';
export type { IntegrationDefinition } from './definition-contract.ts';
export { CredentialsMissingError, IntegrationDisabledError } from './errors.ts';
export { integrationLimits } from './limits.ts';
export { IntegrationLog } from './log-contract.ts';
export { credentialTarget, findIntegration, integrations } from './registry.ts';
export { updateIntegrationState } from './state-contract.ts';
