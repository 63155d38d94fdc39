/** What the toggle contracts share: types, limits and the builders of their fields. */
import * as z from 'zod/mini';
import { uuid } from '../../kernel/http/fields.ts';

export const toggleTypes = ['boolean', 'string', 'number', 'json'] as const;
export type ToggleType = (typeof toggleTypes)[number];

export const valueSources = ['override', 'default'] as const;
export type ValueSource = (typeof valueSources)[number];

export const toggleLimits = {
  identifier: 150,
  name: 255,
  description: 5_000,
  category: 255,
  /** A value as JSON: what 100 of them take still fits into one response of Lambda (6 MB), escaped quotes and all. */
  valueBytes: 24_576,
  bodyBytes: 65_536,
  /** Values, rules and contexts. */
  ruleBodyBytes: 262_144,
  batch: 100,
  overridesPageSize: 25,
} as const;

export const identifierPattern = /^[a-z0-9_]+$/;

const filterText = (what: string) =>
  z
    .optional(z.string().check(z.trim(), z.maxLength(255)))
    .check(z.meta({ description: `Only toggles with this text in the ${what}, ignoring case.` }));

/** `2026-03-01 09:30:00.000+00`; not the `date-time` of JSON Schema, which wants a `T`. */
export const time = (description: string) =>
  z
    .string()
    .check(
      z.regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}\.\d{3}\+00$/),
      z.meta({ description, examples: ['2026-03-01 09:30:00.000+00'] }),
    );

export const value = (description: string, example: unknown = true) =>
  z.unknown().check(z.meta({ description, examples: [example] }));

export const flag = (description: string, example = true) =>
  z.boolean().check(z.meta({ description, examples: [example] }));

export const plain = (description: string, example: string) =>
  z.string().check(z.meta({ description, examples: [example] }));

/** The filters that the list of toggles and the list of overrides share. */
export const toggleFilters = () => ({
  identifier: filterText('identifier'),
  name: filterText('name'),
  category: filterText('category'),
});

export const tenantId = () => uuid('The requested tenant.');
export const toggleId = () => uuid('Id of the toggle.');

/** Ids that the examples of the documentation share. */
export const exampleIds = {
  toggle: '5b0e6a34-9d2f-4c0e-8f5e-2f3f0c1f7a10',
  override: '9d1a7b7e-3f0c-4f43-9a39-5a0a6f6f1c33',
  segment: '3f6a1c52-7b1d-4d52-9a53-0c8f6f0f2b31',
  tenant: '0d6b6a52-1d0e-4f57-9f0b-0a4c5c4f2c11',
} as const;
