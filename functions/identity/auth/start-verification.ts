import { endpoint } from '../../../shared/kernel/http/endpoint.ts';
import * as factors from '../../../shared/modules/identity/factors/factor-service.ts';
import { startVerification } from '../../../shared/modules/identity/factors/passkey-contract.ts';

export const handler = endpoint(startVerification, factors.startVerification);
