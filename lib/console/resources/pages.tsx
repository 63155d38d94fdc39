/** The forms of a resource and the page of one, from its literal. */
import { type ComponentType, type ReactNode, useState } from 'react';
import { type FieldValues, useForm } from 'react-hook-form';
import { useNavigate, useParams } from 'react-router';
import { isJsonObject } from '../api/json.ts';
import { useRead, type Versioned } from '../api/queries.ts';
import { ChangesOf } from '../audit/changes-of.tsx';
import { fieldsOf } from '../forms/form-fields.ts';
import { type Change, CreatePage, EditPage } from '../forms/form-pages.tsx';
import { ResourceForm } from '../forms/resource-form.tsx';
import { useMeets } from '../session/session.ts';
import { uiTexts } from '../texts/ui.ts';
import { DeleteDialog } from '../ui/delete-dialog.tsx';
import { DialogButton } from '../ui/dialog-button.tsx';
import { GonePage, LoadedPage } from '../ui/gone-page.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { SecretDialog } from '../ui/secret-dialog.tsx';
import type { Created, FieldsProps, FormProps, FormSpec, OneSpec, RemoveSpec, ResourceSpec } from './spec.ts';

/** The parts of a literal that do not depend on its list. */
export type Frame<One, Fields extends FieldValues> = Pick<
  ResourceSpec<never, never, One, Fields>,
  'of' | 'kind' | 'at' | 'reads' | 'refreshes' | 'icon' | 'remove'
> & { list: { texts: { title: string } } };

function Fields<Values extends FieldValues>(
  props: FormProps<Values> & { Content: ComponentType<FieldsProps<Values>> },
) {
  const { Content, initial, isNew, ...frame } = props;
  const form = useForm<Values>({ defaultValues: initial });
  const { error } = frame.saving;
  return (
    <ResourceForm form={form} {...frame}>
      <Content form={form} field={fieldsOf(form, error)} error={error} isNew={isNew} />
    </ResourceForm>
  );
}

function Form<One, Values extends FieldValues>({
  of,
  ...props
}: FormProps<Values> & { of: FormSpec<One, Values> }) {
  if (of.Form) return <of.Form {...props} />;
  return of.Fields && <Fields Content={of.Fields} {...props} />;
}

const listOf = ({ at, list }: Pick<Frame<never, never>, 'at' | 'list'>) => ({
  to: at,
  title: list.texts.title,
});

interface CreateProps<One, Fields extends FieldValues> {
  frame: Frame<One, Fields>;
  form: FormSpec<One, Fields>;
  hasPage: boolean;
}

/** The page that creates one. */
export function Create<One, Fields extends FieldValues>({ frame, form, hasPage }: CreateProps<One, Fields>) {
  const { at, reads, refreshes = [] } = frame;
  const [initial] = useState(form.initial);
  const navigate = useNavigate();
  const { secret } = form;
  const pageOf = ({ id }: Created) => (hasPage ? `${at}/${id}` : at);
  return (
    <CreatePage
      title={form.texts.create}
      parent={listOf(frame)}
      create={form.create}
      refreshes={[reads, ...refreshes]}
      saved={form.texts.saved}
      pageOf={pageOf}
      {...(secret && {
        shown: (created: Created) => (
          <SecretDialog
            {...secret}
            secret={created.secret ?? ''}
            onClose={() => void navigate(pageOf(created))}
          />
        ),
      })}
    >
      {(frame) => <Form of={form} initial={initial} isNew {...frame} />}
    </CreatePage>
  );
}

interface OneProps<One, Fields extends FieldValues> {
  frame: Frame<One, Fields>;
  one: OneSpec<One>;
  form?: FormSpec<One, Fields> | undefined;
}

/** The page that changes one. */
export function Edit<One, Fields extends FieldValues>(
  props: OneProps<One, Fields> & { form: FormSpec<One, Fields> },
) {
  const { id = '' } = useParams();
  const { frame, one, form } = props;
  const { at, kind, reads, refreshes = [] } = frame;
  const isPage = one.Body === undefined;
  return (
    <EditPage
      resource={[reads, 'one', id]}
      read={async (api) => {
        const { data, etag } = await one.read(api, id);
        if (data === undefined) throw new Error(one.gone);
        return { data, etag };
      }}
      save={(api, before, change: Change<Fields>) => form.change(api, id, change, before)}
      refreshes={[reads, ...refreshes]}
      title={(data) => form.texts.edit(one.title(data))}
      list={listOf(frame)}
      pageOf={(data) => (one.Body ? { to: `${at}/${id}`, title: one.title(data) } : listOf(frame))}
      saved={form.texts.saved}
      id={isPage ? id : undefined}
      below={isPage ? (data) => <Trail kind={kind} of={one} id={id} data={data} /> : undefined}
    >
      {(data, page) =>
        form.refusal?.(data) ?? <Form of={form} initial={form.formOf(data)} isNew={false} {...page} />
      }
    </EditPage>
  );
}

interface RemovalProps extends Pick<Frame<never, never>, 'at' | 'reads' | 'refreshes'> {
  of: RemoveSpec;
  id: string;
  name: string;
}

/** The button that deletes, after a question. */
function Removal({ of: { texts, call, undo }, id, name, at, reads, refreshes = [] }: RemovalProps) {
  const meets = useMeets();
  return (
    <DialogButton variant="danger" label={uiTexts.remove}>
      {(onClose) => (
        <DeleteDialog
          name={name}
          texts={texts}
          remove={(api) => call(api, id)}
          to={at}
          refreshes={refreshes}
          {...(undo &&
            meets(undo.need) && {
              undo: { restore: (api) => undo.call(api, id), refreshes: [reads], texts: undo.texts },
            })}
          onClose={onClose}
        />
      )}
    </DialogButton>
  );
}

/** When it was created, if the API says so. */
function createdAtOf(one: unknown): string | undefined {
  return isJsonObject(one) && typeof one.createdAt === 'string' ? one.createdAt : undefined;
}

interface TrailProps<One> {
  kind: string | undefined;
  of: OneSpec<One>;
  id: string;
  data: One;
}

/** The changes of one, if the audit trail has them. */
function Trail<One>({ kind, of, id, data }: TrailProps<One>) {
  const thing = of.trail?.(data) ?? (kind && { kind, id });
  return thing && <ChangesOf since={createdAtOf(data)} {...thing} />;
}

interface DetailsProps<One, Fields extends FieldValues> extends OneProps<One, Fields> {
  id: string;
  of: Versioned<One>;
}

function Details<One, Fields extends FieldValues>({ frame, one, form, id, of }: DetailsProps<One, Fields>) {
  const { at, kind, remove } = frame;
  const meets = useMeets();
  const { data } = of;
  const edit: ReactNode = form && meets(frame.of.features.change) && (
    <LinkButton to={`${at}/${id}/edit`}>{uiTexts.edit}</LinkButton>
  );
  const removal: ReactNode = remove && meets(frame.of.features.delete) && (
    <Removal {...frame} of={remove} id={id} name={one.title(data)} />
  );
  return (
    <>
      <PageHeader
        title={one.title(data)}
        intro={one.intro?.(data)}
        id={id}
        parent={listOf(frame)}
        actions={
          one.Actions ? (
            <one.Actions of={data} edit={edit} remove={removal} />
          ) : (
            <>
              {edit}
              {removal}
            </>
          )
        }
      />
      {one.Body && <one.Body of={of} />}
      <Trail kind={kind} of={one} id={id} data={data} />
    </>
  );
}

/** The page of one. */
export function Show<One, Fields extends FieldValues>(props: OneProps<One, Fields>) {
  const { id = '' } = useParams();
  const { frame, one } = props;
  const reading = useRead([frame.reads, 'one', id], (api) => one.read(api, id));
  return (
    <LoadedPage of={reading} parent={listOf(frame)}>
      {({ data, etag }) =>
        data === undefined ? (
          <GonePage title={one.gone ?? ''} parent={listOf(frame)} icon={frame.icon} />
        ) : (
          <Details key={id} {...props} id={id} of={{ data, etag }} />
        )
      }
    </LoadedPage>
  );
}
