import { endpoint } from '../../../shared/kernel/http/endpoint.ts';
import * as switcher from '../../../shared/modules/identity/directory/switcher.ts';
import { getOrganizationSwitcher } from '../../../shared/modules/identity/directory/switcher-contract.ts';

export const handler = endpoint(getOrganizationSwitcher, switcher.getOrganizationSwitcher);
