import { featureTitles } from '../../../shared/catalog/declared-features.ts';
import { endpoint } from '../../../shared/kernel/http/endpoint.ts';
import { listFeatures } from '../../../shared/modules/identity/sessions/contract.ts';
import * as features from '../../../shared/modules/identity/sessions/feature-catalogue.ts';

export const handler = endpoint(listFeatures, features.listFeatures(featureTitles));
