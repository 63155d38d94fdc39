/** The parts of identity that other modules may use. */
export { createApiKey } from './api-keys/api-key-service.ts';
export { findApiKey, removeApiKey } from './api-keys/api-key-store.ts';
export { assertDeclared } from './declared-features.ts';
export { createOrganization, unrestricted } from './directory/organization-service.ts';
export { createTenant } from './directory/tenant-service.ts';
export { findTenant } from './directory/tenant-store.ts';
export { RightsExceededError } from './errors.ts';
export { reachOf } from './granting.ts';
export { findRole, findRoles, listGrants, roleHolders } from './roles/role-store.ts';
export { currentRunAs } from './run-as.ts';
export { hashPassword, passwordProblems } from './users/password.ts';
export { addUser, inviteAgain, type NewInvitation } from './users/user-service.ts';
export {
  changePasswordHash,
  findByEmail,
  findUser,
  findUserIdsByEmails,
  findUsers,
  findUsersAt,
  linkBoundValues,
  mayLogIn,
  userHolders,
} from './users/user-store.ts';
