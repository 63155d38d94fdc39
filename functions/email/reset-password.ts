import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { formBody } from '../../shared/kernel/http/form-body.ts';
import { resetPassword } from '../../shared/modules/email/accounts/account-contract.ts';
import * as accounts from '../../shared/modules/email/accounts/account-service.ts';
import { withErrorPages } from '../../shared/modules/email/texts/link-page.ts';
import { toConsole } from '../../shared/modules/email/texts/password-page.ts';

const answer = endpoint(
  resetPassword,
  async ({ body, client }) => accounts.resetPassword(body, client, Date.now()),
  formBody,
);

export const handler = withErrorPages(answer, toConsole);
