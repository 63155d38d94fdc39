import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { formBody } from '../../shared/kernel/http/form-body.ts';
import * as accounts from '../../shared/modules/email/accounts/account-service.ts';
import { resetPassword } from '../../shared/modules/email/contract.ts';

export const handler = endpoint(
  resetPassword,
  async ({ body, client }) => accounts.resetPassword(body, client, Date.now()),
  formBody,
);
