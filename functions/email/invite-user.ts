import { refuseReplay } from '../../shared/kernel/http/create-once.ts';
import { creation } from '../../shared/kernel/http/creation.ts';
import { inviteUser } from '../../shared/modules/email/accounts/account-contract.ts';
import * as accounts from '../../shared/modules/email/accounts/account-service.ts';

export const handler = creation(inviteUser, accounts.inviteUser, refuseReplay);
