/** The manifest of this module, which the catalog collects. */
import { endpointsIn, errorsIn, type ModuleManifest } from '../../kernel/modules/manifest.ts';
import * as apiKeysContract from './api-keys/contract.ts';
import { apiKeySamples } from './api-keys/samples.ts';
import * as organizationContract from './directory/organization-contract.ts';
import { directorySamples } from './directory/samples.ts';
import * as switcherContract from './directory/switcher-contract.ts';
import * as tenantContract from './directory/tenant-contract.ts';
import * as errors from './errors.ts';
import { events } from './events.ts';
import * as factorContract from './factors/contract.ts';
import * as passkeyContract from './factors/passkey-contract.ts';
import * as factorPolicyContract from './factors/policy-contract.ts';
import { factorSamples } from './factors/samples.ts';
import { features } from './features.ts';
import * as oauthErrors from './oauth/errors.ts';
import * as oauthContract from './oauth/oauth-contract.ts';
import { oauthSamples } from './oauth/samples.ts';
import * as providerContract from './providers/provider-contract.ts';
import { providerSamples } from './providers/samples.ts';
import * as signInContract from './providers/sign-in-contract.ts';
import * as rolesContract from './roles/contract.ts';
import { roleSamples } from './roles/samples.ts';
import * as accountContract from './sessions/account-contract.ts';
import * as sessionsContract from './sessions/contract.ts';
import * as currentSessionContract from './sessions/current-session-contract.ts';
import { authSamples } from './sessions/samples.ts';
import * as usersContract from './users/contract.ts';
import { userSamples } from './users/samples.ts';
import * as viewContract from './views/contract.ts';
import { viewSamples } from './views/samples.ts';
import * as workloadContract from './workloads/contract.ts';
import { workloadSamples } from './workloads/samples.ts';

export const manifest: ModuleManifest = {
  events,
  features,
  sections: {
    auth: {
      position: 14,
      title: 'Authentication',
      description:
        'Log-in, log-out and sessions of users, sign-in through an identity provider, and OAuth for applications. Programs use API keys instead.',
    },
    users: {
      position: 15,
      title: 'Users',
      description:
        'Users of a tenant who can log in. Their rights come from their roles or are set individually; a change ' +
        'takes effect on the next request.',
    },
    roles: {
      position: 16,
      title: 'Roles',
      description:
        'Named sets of rights of users and API keys. A change of a role applies to all holders before the ' +
        'response is sent.',
    },
    'api-keys': {
      position: 17,
      title: 'API keys',
      description:
        'Credentials of programs. A key belongs to an organization and has the rights of its roles; its secret ' +
        'is shown once.',
    },
    directory: {
      position: 18,
      title: 'Directory',
      description:
        'Tenants, and the tree of organizations in each. Users of a closed tenant or organization lose access ' +
        'from the next request on.',
    },
  },
  endpoints: endpointsIn([
    apiKeysContract,
    organizationContract,
    switcherContract,
    tenantContract,
    rolesContract,
    sessionsContract,
    accountContract,
    currentSessionContract,
    factorContract,
    passkeyContract,
    factorPolicyContract,
    providerContract,
    signInContract,
    oauthContract,
    usersContract,
    viewContract,
    workloadContract,
  ]),
  errors: [...errorsIn(errors), ...errorsIn(oauthErrors)],
  samples: [
    ...apiKeySamples,
    ...directorySamples,
    ...roleSamples,
    ...authSamples,
    ...factorSamples,
    ...providerSamples,
    ...oauthSamples,
    ...userSamples,
    ...viewSamples,
    ...workloadSamples,
  ],
  partitions: {
    EMAIL: { sortKeyPart: 0 },
    SIGNINDOMAIN: { sortKeyPart: 0 },
    SIGNINSTATE: 'attribute',
    LOGINCHALLENGE: 'attribute',
    OAUTHCLIENT: 'none',
    OAUTHCODE: 'attribute',
  },
};
