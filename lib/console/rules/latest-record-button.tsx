import { orThrow, toJson } from '../../../shared/clients/typescript/index.ts';
import { useWrite } from '../api/queries.ts';
import { useMay } from '../session/session.ts';
import { ruleTexts } from '../texts/rules.ts';
import { Button } from '../ui/button.tsx';
import { ProblemNotice } from '../ui/notice.tsx';
import { useToast } from '../ui/toasts.tsx';

const texts = ruleTexts.check;

/** Fills the sample with the latest record. */
export function LatestRecordButton(props: { entityType: string; onSample: (text: string) => void }) {
  const { entityType, onSample } = props;
  const toast = useToast();
  const may = useMay();
  const reading = useWrite(
    (api, type: string) =>
      orThrow(api.GET('/api/entities/records', { params: { query: { entityType: type, pageSize: 1 } } })),
    [],
  );
  if (!may('entities.records.view') || entityType.trim() === '') return null;
  const fill = () =>
    reading.mutate(entityType.trim(), {
      onSuccess: ({ items: [record] }) => {
        if (record === undefined) return toast(texts.noRecord(entityType));
        const custom = Object.entries(record).filter(([name]) => name.startsWith('cf_'));
        onSample(toJson({ ...record.fields, ...Object.fromEntries(custom) }, 2));
      },
    });
  return (
    <div>
      <Button isBusy={reading.isPending} onClick={fill}>
        {texts.latest}
      </Button>
      {reading.error && <ProblemNotice error={reading.error} />}
    </div>
  );
}
