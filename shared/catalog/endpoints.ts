/**
 * The endpoint table: every endpoint of every module. It is the source of the API Gateway routes, one Lambda and one
 * IAM policy per endpoint, the OpenAPI document, the table in ENDPOINTS.md and the contract tests.
 */
import type { Endpoint } from '../kernel/http/endpoint-spec.ts';
import { manifests } from './manifests.ts';
import { moduleManifests } from './module-manifests.ts';

/** The endpoints of the modules, without those of a team's own resources. */
export const moduleEndpoints: readonly Endpoint[] = moduleManifests.flatMap(({ endpoints: own = [] }) => own);

/** All endpoints. */
export const endpoints: readonly Endpoint[] = manifests.flatMap(({ endpoints: own = [] }) => own);
