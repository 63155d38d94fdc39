/** The pages of a resource that a team declares: everything follows from its data. */
import { orThrow } from '../../../shared/clients/typescript/index.ts';
import type { Kind, OwnResource } from '../../../shared/clients/typescript/own-resource.ts';
import { callPath } from '../api/call-path.ts';
import { ifMatch, type Versioned, withVersion } from '../api/queries.ts';
import { CheckField, SelectField, TextArea, TextField } from '../forms/field.tsx';
import { asNumber, type Cell, onOff, time } from '../resources/cells.tsx';
import { choice, type Filter, search } from '../resources/filters.tsx';
import { resource } from '../resources/resource.tsx';
import type { FieldsProps } from '../resources/spec.ts';
import { ownTextsOf, ownTexts as texts } from '../texts/own.ts';
import { uiTexts } from '../texts/ui.ts';
import { Attribute, Attributes } from '../ui/attributes.tsx';
import { Card } from '../ui/card.tsx';
import type { RowPage } from '../ui/resource-list.tsx';
import { TitleCell } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import { bodyOf, formOf, type OwnForm, type OwnRow, problemOf, shownValue } from './own-values.ts';

const yesNo = { true: texts.yes, false: texts.no };

/** Columns that every row has, and objects, which are shown on the page of one. */
const isShown = ([name, kind]: readonly [name: string, kind: Kind]): boolean =>
  kind !== 'object' &&
  !['id', 'tenantId', 'organizationId', 'createdAt', 'createdBy', 'updatedBy'].includes(name);

function cellOf(name: string, kind: Kind): Cell<OwnRow> {
  if (kind === 'boolean')
    return (row) => onOff('is', { on: texts.yes, off: texts.no })({ is: row[name] === true });
  if (kind === 'time') return (row) => time('at')({ at: shownValue(row[name]) || null });
  const text = (row: OwnRow) => shownValue(row[name]);
  return kind === 'number' ? asNumber(text) : text;
}

function filterOf(title: string, name: string, kind: Kind): Filter<string> {
  if (kind === 'boolean') return choice(name, title, ['true', 'false'], yesNo);
  if (typeof kind === 'string') return search({ search: title }, name);
  return choice(name, title, kind, Object.fromEntries(kind.map((value) => [value, value])));
}

/** The control of a field by its kind. */
function Field({ of, name, form }: { of: OwnResource; name: string; form: FieldsProps<OwnForm> }) {
  const field = of.fields[name];
  if (field === undefined) return null;
  const { kind, isRequired, hint } = field;
  const label = of.titles[name] ?? name;
  if (kind === 'boolean') return <CheckField label={label} hint={hint} {...form.form.register(name)} />;
  const props = form.field(name, {
    ...(isRequired && { required: uiTexts.required }),
    validate: (value) => problemOf(field, String(value)),
  });
  if (kind === 'object') return <TextArea label={label} hint={hint} isCode rows={6} {...props} />;
  if (kind === 'list') return <TextField label={label} hint={`${hint} ${texts.commas}`} {...props} />;
  if (typeof kind === 'string') return <TextField label={label} hint={hint} {...props} />;
  return (
    <SelectField label={label} hint={hint} choices={kind.map((value) => [value, value])} {...props}>
      <option value="" />
    </SelectField>
  );
}

function Body({ of, row }: { of: OwnResource; row: OwnRow }) {
  return (
    <Card title={ownTextsOf(of).details}>
      <Attributes>
        {Object.entries(of.columns).map(([name, kind]) => (
          <Attribute key={name} name={of.titles[name] ?? name}>
            {kind === 'time' ? <Time value={shownValue(row[name]) || null} /> : shownValue(row[name])}
          </Attribute>
        ))}
      </Attributes>
    </Card>
  );
}

/** The fields that name a row: a name or a title if there is one, and another required text. */
function namesOf({ fields }: OwnResource): [title: string, sub: string | undefined] {
  const texts = Object.entries(fields).filter(([, { kind }]) => kind === 'text');
  const required = texts.filter(([, { isRequired }]) => isRequired).map(([name]) => name);
  const title = required.find((name) => /(name|title)$/i.test(name)) ?? required[0] ?? 'id';
  return [title, required.find((name) => name !== title)];
}

export function ownPages(of: OwnResource) {
  const { path, name, fields, titles, ids } = of;
  const at = `/own/${name}`;
  const { list, form, remove } = ownTextsOf(of);
  const byId = `${path}/{id}`;
  const [title, sub] = namesOf(of);
  const titleOf = (row: OwnRow) => shownValue(row[title]) || row.id;
  const others = Object.entries(of.columns)
    .filter(isShown)
    .filter(([field]) => field !== title && field !== sub);
  const filters = Object.entries(of.filters).filter(([field]) => field !== 'id' && field !== 'search');
  return resource<Record<string, string>, OwnRow, OwnRow, OwnForm>({
    of,
    kind: of.auditedAs,
    at,
    reads: `own:${name}`,
    icon: 'table',
    list: {
      texts: { ...list, columns: { ...titles, title: of.title } },
      filters: {
        search: search(list),
        ...Object.fromEntries(
          filters.map(([field, kind]) => [field, filterOf(titles[field] ?? field, field, kind)]),
        ),
      },
      read: (api, query) => orThrow(callPath<RowPage<OwnRow>>(api, 'GET', path, { params: { query } })),
      columns: {
        title: (row) => (
          <TitleCell to={`${at}/${row.id}`} title={titleOf(row)} sub={sub && shownValue(row[sub])} />
        ),
        ...Object.fromEntries(others.map(([field, kind]) => [field, cellOf(field, kind)])),
      },
      fields: { title },
    },
    one: {
      read: (api, id) => withVersion(callPath<OwnRow>(api, 'GET', byId, { params: { path: { id } } })),
      title: titleOf,
      Body: ({ of: { data } }: { of: Versioned<OwnRow> }) => <Body of={of} row={data} />,
    },
    form: {
      texts: form,
      initial: formOf(of),
      formOf: (row) => formOf(of, row),
      create: (api, values) => orThrow(callPath<OwnRow>(api, 'POST', path, { body: bodyOf(of, values) })),
      change: (api, id, change, before) => {
        const body = bodyOf(of, change.fields, formOf(of, before));
        return ids === 'path'
          ? orThrow(callPath(api, 'PUT', byId, { params: { path: { id }, ...ifMatch(change.etag) }, body }))
          : orThrow(callPath(api, 'PUT', path, { params: ifMatch(change.etag), body: { ...body, id } }));
      },
      Fields: (props) => (
        <>
          {Object.keys(fields).map((field) => (
            <Field key={field} of={of} name={field} form={props} />
          ))}
        </>
      ),
    },
    remove: {
      texts: remove,
      call: (api, id) =>
        ids === 'path'
          ? orThrow(callPath(api, 'DELETE', byId, { params: { path: { id } } }))
          : orThrow(callPath(api, 'DELETE', path, { params: { query: { id } } })),
    },
  });
}
