/** The pages that create, change and delete a segment. */
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { orThrow, toJson } from '../../../shared/clients/typescript/index.ts';
import { useRead, useWrite } from '../api/queries.ts';
import { changedFields } from '../forms/changed-fields.ts';
import { useMay, useSession } from '../session/session.ts';
import { segmentTexts as texts } from '../texts/targeting.ts';
import { Button } from '../ui/button.tsx';
import { CodeBlock } from '../ui/code-block.tsx';
import { DeleteDialog } from '../ui/delete-dialog.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Empty, Loaded } from '../ui/states.tsx';
import { useToast } from '../ui/toasts.tsx';
import { type SegmentFields, SegmentForm } from './segment-form.tsx';

const path = '/api/feature_toggles/segments';
const parent = { to: '/toggles/segments', title: texts.title };

const newSegment: SegmentFields = {
  name: '',
  description: null,
  condition: null,
  segments: [],
  isGlobal: false,
};

export function CreateSegmentPage() {
  const navigate = useNavigate();
  const toast = useToast();
  const { isSuperAdmin } = useSession();
  const creating = useWrite((api, body: SegmentFields) => orThrow(api.POST(path, { body })), ['segments']);
  return (
    <>
      <PageHeader title={texts.create} parent={parent} />
      <SegmentForm
        id={undefined}
        segment={newSegment}
        mayBeGlobal={isSuperAdmin}
        error={creating.error}
        isBusy={creating.isPending}
        isSaved={creating.isSuccess}
        onSave={(segment) =>
          creating.mutate(segment, {
            onSuccess: () => {
              toast(texts.saved);
              void navigate('/toggles/segments');
            },
          })
        }
      />
    </>
  );
}

interface Segment extends SegmentFields {
  id: string;
  uses: number;
}

function DeleteSegment({ segment, onClose }: { segment: Segment; onClose: () => void }) {
  const { id, name, uses } = segment;
  if (uses > 0) {
    return (
      <Dialog title={texts.removal.title(name)} onClose={onClose}>
        <p>{texts.inUse(uses)}</p>
      </Dialog>
    );
  }
  return (
    <DeleteDialog
      name={name}
      texts={texts.removal}
      remove={(api) => orThrow(api.DELETE(path, { params: { query: { id } } }))}
      to="/toggles/segments"
      refreshes={['segments']}
      onClose={onClose}
    />
  );
}

function SegmentDetails({ segment, mayChange }: { segment: Segment; mayChange: boolean }) {
  // The saved values become the defaults of the form.
  const [saved, setSaved] = useState<{ fields: SegmentFields; times: number }>({ fields: segment, times: 0 });
  const [isDeleting, setDeleting] = useState(false);
  const toast = useToast();
  const saving = useWrite(
    (api, { isGlobal: _, ...fields }: SegmentFields) =>
      orThrow(api.PUT(path, { body: { id: segment.id, ...changedFields(fields, saved.fields) } })),
    ['segments'],
  );
  return (
    <>
      <PageHeader
        title={segment.name}
        intro={segment.isGlobal ? texts.global : texts.own}
        parent={parent}
        actions={
          mayChange && (
            <Button variant="danger" onClick={() => setDeleting(true)}>
              {texts.remove}
            </Button>
          )
        }
      />
      {mayChange ? (
        <SegmentForm
          key={saved.times}
          id={segment.id}
          segment={saved.fields}
          mayBeGlobal={false}
          error={saving.error}
          isBusy={saving.isPending}
          isSaved={false}
          onSave={(fields) =>
            saving.mutate(fields, {
              onSuccess: () => {
                setSaved(({ times }) => ({ fields, times: times + 1 }));
                toast(texts.saved);
              },
            })
          }
        />
      ) : (
        <>
          <p className="muted">{texts.readOnly}</p>
          {segment.description && <p className="break">{segment.description}</p>}
          <CodeBlock what={texts.condition} text={toJson(segment.condition, 2)} />
        </>
      )}
      {isDeleting && <DeleteSegment segment={segment} onClose={() => setDeleting(false)} />}
    </>
  );
}

export function SegmentPage() {
  const { id = '' } = useParams();
  const may = useMay();
  const { isSuperAdmin } = useSession();
  const reading = useRead(['segments', 'one', id], (api) =>
    orThrow(api.GET(path, { params: { query: { id } } })),
  );
  return (
    <Loaded of={reading}>
      {({ items: [segment] }) =>
        segment === undefined ? (
          <Empty icon="toggle" title={texts.gone} />
        ) : (
          <SegmentDetails
            key={id}
            segment={segment}
            mayChange={segment.isGlobal ? isSuperAdmin : may('feature_toggles.segments.manage')}
          />
        )
      }
    </Loaded>
  );
}
