/** Every error of the API: shared ones, and those of each module. */
import type { DocumentedError } from '../kernel/errors/api-error.ts';
import * as kernelErrors from '../kernel/errors/errors.ts';
import { errorsIn } from '../kernel/modules/manifest.ts';
import { manifests } from './manifests.ts';

export const errors: readonly DocumentedError[] = [
  ...errorsIn(kernelErrors),
  ...manifests.flatMap(({ errors: own = [] }) => own),
];

/** The status of each error, by its code. */
export const errorStatuses: Readonly<Record<string, number>> = Object.fromEntries(
  errors.map(({ code, status }) => [code, status]),
);
