import { endpoint } from '../../../shared/kernel/http/endpoint.ts';
import { startPasskey } from '../../../shared/modules/identity/factors/passkey-contract.ts';
import * as setUp from '../../../shared/modules/identity/factors/set-up.ts';

export const handler = endpoint(startPasskey, setUp.startPasskey);
