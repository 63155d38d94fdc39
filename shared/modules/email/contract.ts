/** The endpoints of e-mail and the shapes of their requests and responses. */
export {
  inviteUser,
  requestPasswordReset,
  resetPassword,
  showPasswordReset,
} from './accounts/account-contract.ts';
export * from './log-contract.ts';
export * from './settings-contract.ts';
export * from './template-contract.ts';
