import { endpoint } from '../../../shared/kernel/http/endpoint.ts';
import { checkFeatures } from '../../../shared/modules/identity/sessions/contract.ts';
import * as features from '../../../shared/modules/identity/sessions/feature-catalogue.ts';

export const handler = endpoint(checkFeatures, features.checkFeatures);
