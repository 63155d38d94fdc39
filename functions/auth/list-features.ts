import { listFeatures } from '../../shared/auth/contract.ts';
import { featureCatalogue } from '../../shared/auth/feature-catalogue.ts';
import { endpoint } from '../../shared/http/endpoint.ts';

export const handler = endpoint(listFeatures, async ({ principal }) => ({
  modules: featureCatalogue(principal),
}));
