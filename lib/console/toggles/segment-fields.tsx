/** The fields of a segment, and its page. */
import type { ReactNode } from 'react';
import { Controller } from 'react-hook-form';
import type { Condition, ToggleSegment } from '../../../shared/clients/typescript/index.ts';
import { ConditionField } from '../conditions/condition-field.tsx';
import { ConditionOutline } from '../conditions/condition-outline.tsx';
import { type ConditionDraft, draftOf } from '../conditions/condition-tree.ts';
import { CheckField, TextArea, TextField } from '../forms/field.tsx';
import { refusalsOf } from '../forms/form-fields.ts';
import type { FieldsProps } from '../resources/spec.ts';
import { useSession } from '../session/session.ts';
import { segmentTexts as texts } from '../texts/targeting.ts';
import { uiTexts } from '../texts/ui.ts';
import { Attribute, Attributes } from '../ui/attributes.tsx';
import { Card } from '../ui/card.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { DialogButton } from '../ui/dialog-button.tsx';
import { SegmentChoices } from './rule-editor.tsx';
import { useSegments } from './use-segments.ts';
import './rules.css';

export interface SegmentForm {
  /** Empty for a new one. */
  id: string;
  name: string;
  description: string;
  condition: ConditionDraft;
  segments: readonly string[];
  isGlobal: boolean;
}

export const newSegment: SegmentForm = {
  id: '',
  name: '',
  description: '',
  condition: draftOf(null),
  segments: [],
  isGlobal: false,
};

export const formOf = ({ id, name, description, condition, segments, isGlobal }: ToggleSegment) => ({
  ...{ id, name, segments, isGlobal },
  description: description ?? '',
  condition: draftOf(condition),
});

interface SegmentBody {
  name: string;
  description: string | null;
  condition: Condition | null;
  segments: string[];
}

export const bodyOf = ({ name, description, condition, segments }: SegmentForm): SegmentBody => ({
  name,
  description: description || null,
  condition: condition.condition,
  segments: [...segments],
});

export function SegmentFields({ form, field, error, isNew }: FieldsProps<SegmentForm>) {
  const { register, watch, control } = form;
  const { isSuperAdmin } = useSession();
  const { data } = useSegments(true);
  const { id, isGlobal } = watch();
  const choices = (data?.items ?? []).filter((one) => one.id !== id && (one.isGlobal || !isGlobal));
  return (
    <>
      <TextField label={texts.name} maxLength={100} {...field('name', { required: uiTexts.required })} />
      <TextArea label={texts.description} maxLength={1_000} {...field('description')} />
      {isNew && isSuperAdmin && (
        <CheckField label={texts.forAll} hint={texts.forAllHint} {...register('isGlobal')} />
      )}
      <ConditionField texts={texts} refused={refusalsOf(error)('condition')} />
      <Controller
        name="segments"
        control={control}
        render={({ field }) => (
          <SegmentChoices
            label={texts.includes}
            choices={choices}
            chosen={field.value}
            onChosen={field.onChange}
          />
        )}
      />
    </>
  );
}

/** The condition of a segment, and the segments that it includes. */
export function SegmentDetails({ of: { data: segment } }: { of: { data: ToggleSegment } }) {
  const { data } = useSegments(true);
  const names = new Map(data?.items.map(({ id, name }) => [id, name]));
  return (
    <Card title={segment.isGlobal ? texts.global : texts.own}>
      <Attributes>
        <Attribute name={texts.condition}>
          {segment.condition ? <ConditionOutline condition={segment.condition} /> : texts.conditionNone}
        </Attribute>
        {segment.segments.length > 0 && (
          <Attribute name={texts.includes}>
            {segment.segments.map((id) => names.get(id) ?? id).join(', ')}
          </Attribute>
        )}
      </Attributes>
    </Card>
  );
}

interface ActionsProps {
  of: ToggleSegment;
  edit: ReactNode;
  remove: ReactNode;
}

/** Global segments are changed by super administrators; a segment in use is not deleted. */
export function SegmentActions({ of: { name, isGlobal, uses }, edit, remove }: ActionsProps) {
  const { isSuperAdmin } = useSession();
  if (isGlobal && !isSuperAdmin) return <span className="muted">{texts.readOnly}</span>;
  return (
    <>
      {edit}
      {uses === 0 || !remove ? (
        remove
      ) : (
        <DialogButton variant="danger" label={uiTexts.remove}>
          {(onClose) => (
            <Dialog title={texts.removal.title(name)} onClose={onClose}>
              <p>{texts.inUse(uses)}</p>
            </Dialog>
          )}
        </DialogButton>
      )}
    </>
  );
}
