import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import type { PlatformClient } from '../../../shared/clients/typescript/index.ts';
import { type Resource, useWrite } from '../api/queries.ts';
import { uiTexts } from '../texts/ui.ts';
import { ConfirmDialog } from './dialog.tsx';
import { useToast } from './toasts.tsx';

export interface DeleteTexts {
  title: (name: string) => string;
  /** Consequences of the deletion. */
  text: string;
  confirm: string;
  done: string;
}

interface DeleteDialogProps {
  name: string;
  texts: DeleteTexts;
  remove: (api: PlatformClient) => Promise<unknown>;
  /** The list to open afterwards; without it the page stays, and refreshes the queries of `refreshes`. */
  to?: string;
  refreshes?: readonly Resource[];
  undo?: {
    restore: (api: PlatformClient) => Promise<unknown>;
    refreshes: readonly Resource[];
    texts: { undone: string; notUndone: string };
  };
  onClose: () => void;
  /** Shown below the text. */
  children?: ReactNode;
}

/** Asks, deletes, and offers undo if possible. */
export function DeleteDialog(props: DeleteDialogProps) {
  const { name, texts, remove, to, refreshes = [], undo, onClose, children } = props;
  const navigate = useNavigate();
  const toast = useToast();
  const deleting = useWrite((api, _: undefined) => remove(api), refreshes);
  const restoring = useWrite(async (api, _: undefined) => undo?.restore(api), undo?.refreshes ?? []);
  const takeBack = undo && {
    label: uiTexts.undo,
    onAct: () =>
      void restoring.mutateAsync(undefined).then(
        () => toast(undo.texts.undone),
        () => toast(undo.texts.notUndone),
      ),
  };
  const confirm = () =>
    deleting.mutate(undefined, {
      onSuccess: () => {
        toast(texts.done, takeBack);
        if (to === undefined) onClose();
        else void navigate(to);
      },
    });
  return (
    <ConfirmDialog
      title={texts.title(name)}
      confirmLabel={texts.confirm}
      saving={deleting}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>{texts.text}</p>
      {children}
    </ConfirmDialog>
  );
}
