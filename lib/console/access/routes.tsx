import { PolicyPage } from './policy-page.tsx';
import { ProviderPage } from './provider-page.tsx';
import { SessionsPage } from './sessions-page.tsx';
import { UserPage } from './user-page.tsx';
import { UserRightsPage } from './user-rights-page.tsx';

export const user = { Component: UserPage };
export const userRights = { Component: UserRightsPage };
export const policy = { Component: PolicyPage };
export const provider = { Component: ProviderPage };
export const sessions = { Component: SessionsPage };
