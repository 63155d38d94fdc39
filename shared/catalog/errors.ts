/** Every error of the API: shared ones, and those of each module. */

import type { DocumentedError } from '../kernel/errors/app-error.ts';
import { kernelErrors } from '../kernel/errors/errors.ts';
import { loopErrors } from '../kernel/errors/loop-detected.ts';
import { methodErrors } from '../kernel/errors/method-not-allowed.ts';
import { downloadErrors } from '../kernel/errors/too-many-downloads.ts';
import { manifests } from './manifests.ts';

export const errors: readonly DocumentedError[] = [
  ...kernelErrors,
  ...loopErrors,
  ...methodErrors,
  ...downloadErrors,
  ...manifests.flatMap(({ errors: own = [] }) => own),
];

/** The status of each error, by its code. */
export const errorStatuses: Readonly<Record<string, number>> = Object.fromEntries(
  errors.map(({ type }) => [type.code, type.status]),
);
