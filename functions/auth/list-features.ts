import { featureTitles } from '../../shared/catalog/declared-features.ts';
import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { listFeatures } from '../../shared/modules/identity/sessions/contract.ts';
import { featureCatalogue } from '../../shared/modules/identity/sessions/feature-catalogue.ts';

export const handler = endpoint(listFeatures, async ({ principal }) => ({
  modules: featureCatalogue(principal, featureTitles),
}));
