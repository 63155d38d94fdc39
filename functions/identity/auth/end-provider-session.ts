import { endpoint } from '../../../shared/kernel/http/endpoint.ts';
import { formBody } from '../../../shared/kernel/http/form-body.ts';
import * as backChannel from '../../../shared/modules/identity/providers/back-channel.ts';
import { endProviderSession } from '../../../shared/modules/identity/providers/sign-in-contract.ts';

export const handler = endpoint(endProviderSession, backChannel.endProviderSession, formBody);
