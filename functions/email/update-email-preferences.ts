import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import * as settings from '../../shared/modules/email/settings/settings-service.ts';
import { updateEmailPreferences } from '../../shared/modules/email/settings-contract.ts';

export const handler = endpoint(updateEmailPreferences, settings.updateEmailPreferences);
