import { orThrow } from '../../../shared/clients/typescript/index.ts';
import { useApi } from '../api/api-context.tsx';
import { useRead, useWrite } from '../api/queries.ts';
import { tenantTexts } from '../texts/directory.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Figures } from '../ui/figures.tsx';
import { Notice, ProblemNotice } from '../ui/notice.tsx';
import { Loaded } from '../ui/states.tsx';
import { type Column, DataTable } from '../ui/table.tsx';
import { bytes } from '../ui/times.ts';
import { useToast } from '../ui/toasts.tsx';

const texts = tenantTexts.usage;

interface PartitionUsage {
  code: string;
  title: string;
  files: number;
  bytes: number;
}

const columns: readonly Column<PartitionUsage>[] = [
  { title: texts.columns.partition, cell: ({ title }) => title },
  { title: texts.columns.files, isNumber: true, cell: ({ files }) => files.toLocaleString('en') },
  { title: texts.columns.bytes, isNumber: true, cell: (one) => bytes(one.bytes) },
];

function Paused({ tenantId, reason }: { tenantId: string; reason: string }) {
  const toast = useToast();
  const { apiIn } = useApi();
  const resuming = useWrite(
    () => orThrow(apiIn({ tenantId, organizationId: undefined }).POST('/api/email/resume')),
    ['storage', 'mails'],
  );
  const resume = () => resuming.mutate(undefined, { onSuccess: () => toast(texts.resumed) });
  return (
    <>
      <Notice
        tone="warn"
        title={texts.mailsPaused}
        actions={
          <Button isBusy={resuming.isPending} onClick={resume}>
            {texts.resume}
          </Button>
        }
      >
        <p>{reason}</p>
      </Notice>
      {resuming.error && <ProblemNotice error={resuming.error} />}
    </>
  );
}

/** The usage of a tenant: storage and mails. */
export function TenantUsage({ tenantId }: { tenantId: string }) {
  const { apiIn } = useApi();
  const reading = useRead(['storage', 'ofTenant', tenantId], async () => {
    // The selected organization belongs to another tenant.
    const api = apiIn({ tenantId, organizationId: undefined });
    const [storage, mails] = await Promise.all([
      orThrow(api.GET('/api/attachments/usage')),
      orThrow(api.GET('/api/email/status')),
    ]);
    return { storage, mails };
  });
  return (
    <Card title={texts.title}>
      <Loaded of={reading}>
        {({ storage, mails }) => (
          <div className="stack">
            {mails.pausedUntil !== null && <Paused tenantId={tenantId} reason={mails.pausedReason ?? ''} />}
            <Figures
              of={[
                {
                  name: `${texts.storage} ${texts.ofQuota(bytes(storage.quotaBytes))}`,
                  value: bytes(storage.bytes),
                },
                { name: texts.files, value: storage.files.toLocaleString('en') },
                {
                  name: `${texts.mails} ${texts.ofMails(mails.dailyLimit)}`,
                  value: mails.sentToday.toLocaleString('en'),
                },
                {
                  name: texts.bounced,
                  value: mails.bouncedToday.toLocaleString('en'),
                  ...(mails.bouncedToday > 0 && { tone: 'bad' }),
                },
              ]}
            />
            {storage.partitions.length > 0 && (
              <DataTable
                caption={texts.byPartition}
                columns={columns}
                rows={storage.partitions}
                keyOf={({ code }) => code}
              />
            )}
          </div>
        )}
      </Loaded>
    </Card>
  );
}
