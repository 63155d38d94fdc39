import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import * as settings from '../../shared/modules/email/settings/settings-service.ts';
import { getEmailPreferences } from '../../shared/modules/email/settings-contract.ts';

export const handler = endpoint(getEmailPreferences, settings.getEmailPreferences);
