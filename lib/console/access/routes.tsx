import { KeysPage } from './keys-page.tsx';
import { RolePage } from './role-page.tsx';
import { RolesPage } from './roles-page.tsx';
import { SessionsPage } from './sessions-page.tsx';
import { UserPage } from './user-page.tsx';
import { UserRightsPage } from './user-rights-page.tsx';
import { UsersPage } from './users-page.tsx';

export const users = { Component: UsersPage };
export const user = { Component: UserPage };
export const userRights = { Component: UserRightsPage };
export const roles = { Component: RolesPage };
export const role = { Component: RolePage };
export const keys = { Component: KeysPage };
export const sessions = { Component: SessionsPage };
