import { describe, expect, it } from 'vitest';
import { customInWords, customOfText, textOfCustom } from '../../../lib/console/entities/custom-values.ts';
import { bodyOf, formOf, newDefinition } from '../../../lib/console/entities/definition-fields.ts';
import { bodyOf as recordBody, formOf as recordForm } from '../../../lib/console/entities/record-fields.ts';
import { formOf as mappingForm, mappingOf } from '../../../lib/console/sync/mapping-fields.ts';
import type { FieldDefinition, SyncMapping } from '../../../shared/clients/typescript/index.ts';

const field = (more: Partial<FieldDefinition>): FieldDefinition => ({
  ...{ id: '2d3e4f5a-6b7c-4d8e-9f0a-1b2c3d4e5f60', entityType: 'sales.order', key: 'priority' },
  ...{ label: 'Priority', kind: 'text', multi: false, options: [], validation: [], attachment: null },
  ...{ createdAt: '2026-03-01T09:30:00.000Z', updatedAt: '2026-03-01T09:30:00.000Z', ...more },
});

describe('the value of a custom field', () => {
  it.each<[Partial<FieldDefinition>, unknown, string]>([
    [{ kind: 'text' }, '42', '42'],
    [{ kind: 'integer' }, 42, '42'],
    [{ kind: 'float' }, 0.5, '0.5'],
    [{ kind: 'boolean' }, false, 'false'],
    [{ kind: 'boolean' }, true, 'true'],
    [{ kind: 'date' }, '2026-03-01', '2026-03-01'],
    [{ kind: 'text' }, null, ''],
    [{ kind: 'text', multi: true }, ['a', 'b'], 'a\nb'],
    [{ kind: 'integer', multi: true }, [1, 2], '1\n2'],
    [{ kind: 'integer', multi: true }, null, ''],
  ])('is the same after editing: %o %o', (more, value, text) => {
    const definition = field(more);
    expect(textOfCustom(definition, value)).toBe(text);
    expect(customOfText(definition, text)).toEqual(value);
  });

  it('is sent as typed if it is not a number, so that the API reports the error', () => {
    expect(customOfText(field({ kind: 'integer' }), 'soon')).toBe('soon');
    expect(customOfText(field({ kind: 'boolean' }), 'maybe')).toBe('maybe');
  });

  it('is shown with the labels of its options', () => {
    const options = [{ value: 'high', label: 'High' }];
    expect(customInWords(field({ kind: 'select', options }), 'high')).toBe('High');
    expect(customInWords(field({ kind: 'select', options, multi: true }), ['high', 'old'])).toBe('High, old');
    expect(customInWords(field({ kind: 'boolean' }), false)).toBe('No');
    expect(customInWords(field({}), null)).toBeUndefined();
  });
});

describe('the form of a record', () => {
  it('changes no value that was not changed, such as a list with several lines in it', () => {
    const definitions = [field({ key: 'notes', multi: true }), field({ key: 'priority' })];
    const form = recordForm(definitions, {
      ...{ id: '2d3e4f5a-6b7c-4d8e-9f0a-1b2c3d4e5f60', entityType: 'sales.order', externalId: ' SO-1' },
      ...{
        tenantId: '1d3e4f5a-6b7c-4d8e-9f0a-1b2c3d4e5f60',
        organizationId: '1d3e4f5a-6b7c-4d8e-9f0a-1b2c3d4e5f61',
      },
      ...{ fields: {}, customFields: { notes: ['one\ntwo'], priority: 'low' }, version: 1 },
      ...{ createdAt: '2026-03-01T09:30:00.000Z', updatedAt: '2026-03-01T09:30:00.000Z' },
    });
    const changed = { ...form, custom: { ...form.custom, priority: '' } };
    expect(recordBody(changed, definitions, form)).toEqual({ fields: {}, customFields: { priority: null } });
  });
});

describe('the definition of a custom field', () => {
  it('is the same after editing', () => {
    const stored = field({
      kind: 'attachment',
      options: [
        { value: 'a', label: 'A: first' },
        { value: '10:30', label: 'Morning' },
      ],
      validation: [
        { rule: 'required' },
        { rule: 'lte', param: 100, message: 'at most 100' },
        { rule: 'eq', param: '100' },
        { rule: 'ne', param: true },
        { rule: 'regex', param: '"[0-9]+"' },
      ],
      attachment: { maxAttachmentSizeMb: 2.5, acceptExtensions: ['pdf'], partitionCode: 'private' },
    });
    const { id: _, entityType: __, createdAt: ___, updatedAt: ____, ...changeable } = stored;
    expect(bodyOf(formOf(stored), stored)).toEqual(changeable);
  });

  it('accepts options without labels', () => {
    const form = { ...newDefinition, options: 'low\n\n high : Very high \n' };
    expect(bodyOf(form).options).toEqual([
      { value: 'low', label: 'low' },
      { value: 'high', label: 'Very high' },
    ]);
  });
});

describe('a mapping', () => {
  it.each<[string, SyncMapping]>([
    ['empty', { fields: [], matchStrategy: 'externalId', condition: null }],
    [
      'with everything',
      {
        fields: [
          { externalField: 'SKU', localField: 'sku', mappingKind: 'external_id' },
          { externalField: 'Name', localField: 'name', transform: 'trim', required: true },
          {
            externalField: 'Tags',
            localField: 'tags',
            transform: ['trim', { name: 'split', separator: ',' }],
            defaultValue: '10',
          },
          { externalField: 'Size', localField: 'size', defaultValue: 10, note: 'of a later version' },
        ],
        otherFields: 'keep',
        matchStrategy: 'custom',
        matchField: 'ean',
        condition: { field: 'Country', operator: 'IN', value: ['DE'] },
        note: 'of a later version',
      },
    ],
  ])('is the same after editing: %s', (_, mapping) => {
    expect(mappingOf(mappingForm(mapping))).toEqual(mapping);
  });
});
