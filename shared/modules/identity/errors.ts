/** The errors of this module. Each function declares those that it throws; `identityErrors` documents them all. */
import { AppError, type DocumentedError } from '../../kernel/errors/app-error.ts';

const loginFailed = { code: 'login_failed', status: 401 } as const;
const tenantRequired = { code: 'tenant_required', status: 409 } as const;
const rightsExceeded = { code: 'rights_exceeded', status: 403 } as const;
const sessionRequired = { code: 'session_required', status: 403 } as const;
const roleNameTaken = { code: 'role_name_taken', status: 409 } as const;
const roleInUse = { code: 'role_in_use', status: 409 } as const;
const emailTaken = { code: 'email_taken', status: 409 } as const;
const ownAccount = { code: 'own_account', status: 409 } as const;
const cannotInvite = { code: 'cannot_invite', status: 409 } as const;
const ownHome = { code: 'own_home', status: 409 } as const;

/** One text for every failed log-in, so that callers do not learn which addresses exist. */
export class LoginFailedError extends AppError {
  constructor() {
    super(
      loginFailed,
      'No account has this e-mail address and password. If several tenants have an account with this address, send tenantId.',
    );
  }
}

/** The credentials are those of an account in each of these tenants. */
export class TenantRequiredError extends AppError {
  constructor(tenants: readonly { id: string; name: string | null }[]) {
    super(tenantRequired, 'You have an account in several tenants with this password: send tenantId.', {
      body: { tenants },
    });
  }
}

/** The request concerns the caller's own account, but the caller is an API key. */
export class SessionRequiredError extends AppError {
  constructor() {
    super(sessionRequired, 'Log in as a user: API keys have no account of their own.');
  }
}

/** Callers can only grant rights that they hold. */
export class RightsExceededError extends AppError {
  constructor(
    missing: readonly string[],
    message = `This requires rights that you do not have: ${missing.join(', ')}.`,
  ) {
    super(rightsExceeded, message, {
      body: { required: missing, requiredFeatures: missing },
    });
  }
}

/** Another role of the tenant has this name. */
export class RoleNameTakenError extends AppError {
  constructor(name: string) {
    super(roleNameTaken, `The role name "${name}" is taken.`);
  }
}

/** A role with holders cannot be deleted. */
export class RoleInUseError extends AppError {
  constructor() {
    super(roleInUse, 'The role is assigned to users or API keys; remove it from them first.');
  }
}

/** Another user of the tenant has this e-mail address. */
export class EmailTakenError extends AppError {
  constructor() {
    super(emailTaken, 'Another user of the tenant has this e-mail address.', {
      body: { fieldErrors: { email: 'is taken' }, details: [{ field: 'email', message: 'is taken' }] },
    });
  }
}

/** Only active users without a password can be invited again. */
export class CannotInviteError extends AppError {
  constructor() {
    super(
      cannotInvite,
      'You can invite only active users without a password. Others can request a new password.',
    );
  }
}

/** Users cannot lock themselves out. */
export class OwnAccountError extends AppError {
  constructor() {
    super(ownAccount, 'You cannot delete or deactivate yourself.');
  }
}

/** A caller cannot close the tenant or organization it belongs to. */
export class OwnHomeError extends AppError {
  constructor() {
    super(ownHome, 'You cannot close or delete the tenant or organization you belong to.');
  }
}

export const identityErrors: readonly DocumentedError[] = [
  {
    type: loginFailed,
    meaning: 'No account has this e-mail address and password; the response does not say which one is wrong.',
    example: {
      error:
        'No account has this e-mail address and password. If several tenants have an account with this address, send tenantId.',
    },
  },
  {
    type: tenantRequired,
    meaning:
      'The address and the password are those of an account in each of `tenants`; send the id of one as `tenantId`.',
    example: {
      error: 'You have an account in several tenants with this password: send tenantId.',
      tenants: [
        { id: '0b1f6c1e-52f8-4d0c-9b8a-6a3d6f0a7c11', name: 'Acme' },
        { id: '7c9e2d34-8a1b-4f6e-a2d5-1e9b3c7f5d22', name: 'Globex' },
      ],
    },
  },
  {
    type: rightsExceeded,
    meaning: 'You can only grant or revoke rights that you hold; the response names those that you lack.',
    example: {
      error: 'This requires rights that you do not have: scheduler.jobs.manage.',
      required: ['scheduler.jobs.manage'],
      requiredFeatures: ['scheduler.jobs.manage'],
    },
  },
  {
    type: sessionRequired,
    meaning: 'The operation requires the account of a logged-in user; the caller is an API key.',
    example: { error: 'Log in as a user: API keys have no account of their own.' },
  },
  {
    type: roleNameTaken,
    meaning: 'Another role of the tenant has this name.',
    example: { error: 'The role name "support" is taken.' },
  },
  {
    type: roleInUse,
    meaning: 'The role is assigned to users or API keys, so it cannot be deleted.',
    example: { error: 'The role is assigned to users or API keys; remove it from them first.' },
  },
  {
    type: emailTaken,
    meaning: 'Another user of the tenant has this e-mail address.',
    example: {
      error: 'Another user of the tenant has this e-mail address.',
      fieldErrors: { email: 'is taken' },
      details: [{ field: 'email', message: 'is taken' }],
    },
  },
  {
    type: ownAccount,
    meaning: 'You cannot delete or deactivate yourself.',
    example: { error: 'You cannot delete or deactivate yourself.' },
  },
  {
    type: cannotInvite,
    meaning: 'The user is inactive, or has chosen a password already.',
    example: {
      error: 'You can invite only active users without a password. Others can request a new password.',
    },
  },
  {
    type: ownHome,
    meaning: 'The caller belongs to the tenant or organization that it wants to close.',
    example: { error: 'You cannot close or delete the tenant or organization you belong to.' },
  },
];
