import type { ReactNode } from 'react';
import type { PlatformClient } from '../../../shared/clients/typescript/index.ts';
import { type Resource, useWrite } from '../api/queries.ts';
import { Button } from './button.tsx';
import { Notice, ProblemNotice } from './notice.tsx';

interface DisabledNoticeProps {
  title: string;
  enableLabel: string;
  /** Undefined for callers who may not enable it. */
  enable: ((api: PlatformClient) => Promise<unknown>) | undefined;
  refreshes: readonly Resource[];
  /** The reason or the consequences. */
  children: ReactNode;
}

/** Explains that a resource is disabled, with a button that enables it. */
export function DisabledNotice({ title, enableLabel, enable, refreshes, children }: DisabledNoticeProps) {
  const enabling = useWrite(async (api, _: undefined) => enable?.(api), refreshes);
  return (
    <>
      {enabling.error && <ProblemNotice error={enabling.error} />}
      <Notice
        tone="warn"
        title={title}
        actions={
          enable && (
            <Button isBusy={enabling.isPending} onClick={() => enabling.mutate(undefined)}>
              {enableLabel}
            </Button>
          )
        }
      >
        {children}
      </Notice>
    </>
  );
}
