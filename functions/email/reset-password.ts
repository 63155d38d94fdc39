import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { formBody } from '../../shared/kernel/http/form-body.ts';
import { resetPassword } from '../../shared/modules/email/accounts/account-contract.ts';
import * as accounts from '../../shared/modules/email/accounts/account-service.ts';
import { withErrorPages } from '../../shared/modules/email/texts/link-page.ts';
import { toConsole } from '../../shared/modules/email/texts/password-page.ts';

export const handler = withErrorPages(endpoint(resetPassword, accounts.resetPassword, formBody), toConsole);
