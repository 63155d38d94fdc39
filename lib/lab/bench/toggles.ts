/** Toggles for benches. */

import type { TenantScope } from '../../../shared/kernel/base/principal.ts';
import type { Item } from '../../../shared/kernel/table/read.ts';
import { notExists } from '../../../shared/kernel/table/write.ts';
import { checkBooleanToggle } from '../../../shared/modules/toggles/check-contract.ts';
import type { ToggleType } from '../../../shared/modules/toggles/evaluation/toggle-types.ts';
import { setOverride } from '../../../shared/modules/toggles/override-contract.ts';
import { overrideItem } from '../../../shared/modules/toggles/override-store.ts';
import { newToggle } from '../../../shared/modules/toggles/toggle.ts';
import { createToggle } from '../../../shared/modules/toggles/toggle-contract.ts';
import { insertWrites } from '../../../shared/modules/toggles/toggle-store.ts';
import type { BenchCaller, Platform } from './platform.ts';

const defaults: Readonly<Record<ToggleType, unknown>> = {
  boolean: false,
  string: 'Spring sale',
  number: 2_500,
  json: { email: 'help@example.com' },
};

let created = 0;

/** The body of a new toggle. */
function toggleBody(type: ToggleType = 'boolean') {
  created += 1;
  return { identifier: `bench_${process.pid}_${created}`, name: 'Bench', type, defaultValue: defaults[type] };
}

/** Creates a toggle with an override of the caller's tenant. */
export async function anOverriddenToggle(
  platform: Platform,
  caller: BenchCaller,
  type: ToggleType = 'boolean',
): Promise<{ id: string; identifier: string }> {
  const body = toggleBody(type);
  const { id } = (await platform.call(caller, 'POST', createToggle.path, body)).body as { id: string };
  const overrideValue = type === 'boolean' ? true : defaults[type];
  const override = { toggleId: id, isOverride: true, overrideValue };
  await platform.call(caller, 'PUT', setOverride.path, override);
  return { id, identifier: body.identifier };
}

export const checkPath = (identifier: string): string =>
  `${checkBooleanToggle.path}?identifier=${identifier}`;

/** The items that a check of an overridden toggle reads. */
export function storedForCheck(scope: TenantScope, identifier: string): Item[] {
  const nowMs = Date.parse('2026-03-01T09:30:00.000Z');
  const context = { principal: { subject: 'system:bench' }, nowMs };
  const input = { identifier, name: 'Bench', type: 'boolean', defaultValue: false } as const;
  const toggle = newToggle(input, '5b0e6a34-9d2f-4c0e-8f5e-2f3f0c1f7a10', context);
  const forChecks = insertWrites(toggle, notExists, context)
    .flatMap((write): Item[] => ('put' in write ? [write.put] : []))
    .filter(({ entity }) => entity === 'toggle_identifier');
  const override = overrideItem(toggle, {
    id: '9d1a7b7e-3f0c-4f43-9a39-5a0a6f6f1c33',
    tenantId: scope.tenantId,
    toggleId: toggle.id,
    value: true,
    createdAt: toggle.createdAt,
    updatedAt: toggle.updatedAt,
    revision: 1,
  });
  return [...forChecks, override];
}
