import { useForm } from 'react-hook-form';
import { type EmailSettings, orThrow } from '../../../shared/clients/typescript/index.ts';
import { useWrite } from '../api/queries.ts';
import { TextField } from '../forms/field.tsx';
import { fieldsOf } from '../forms/form-fields.ts';
import { SaveProblem } from '../forms/save-problem.tsx';
import { useMay } from '../session/session.ts';
import { mailTexts } from '../texts/mails.ts';
import { uiTexts } from '../texts/ui.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { useToast } from '../ui/toasts.tsx';

const texts = mailTexts.settings;

/** The domains of the tenant, and the verification of another one by a DNS record. */
export function DomainsCard({ domains }: { domains: EmailSettings['domains'] }) {
  const mayManage = useMay()('email.manage');
  const toast = useToast();
  const form = useForm({ defaultValues: { domain: '' } });
  const verifying = useWrite(
    (api, domain: string) => orThrow(api.POST('/api/email/domains', { body: { domain } })),
    ['mails'],
  );
  const verify = (domain: string) =>
    verifying.mutate(domain.trim(), { onSuccess: ({ isVerified }) => isVerified && toast(texts.done) });
  const wanted = verifying.data;
  return (
    <Card title={texts.domains}>
      <div className="stack">
        <p className="muted">{texts.domainsIntro}</p>
        {domains.length === 0 ? (
          <p>{texts.noDomains}</p>
        ) : (
          <ul className="plain-list stack tight">
            {domains.map(({ name, verifiedAt }) => (
              <li key={name} className="row">
                <span className="break">{name}</span>
                {verifiedAt === null ? (
                  <Badge tone="warn">{texts.waiting}</Badge>
                ) : (
                  <Badge tone="good">{texts.verified}</Badge>
                )}
              </li>
            ))}
          </ul>
        )}
        {mayManage && (
          <form className="form" onSubmit={form.handleSubmit(({ domain }) => verify(domain))} noValidate>
            <SaveProblem error={verifying.error} />
            <TextField
              label={texts.domain}
              placeholder="example.com"
              {...fieldsOf(form, verifying.error)('domain', { required: uiTexts.required })}
            />
            <div className="form-actions">
              <Button type="submit" isBusy={verifying.isPending}>
                {texts.verify}
              </Button>
            </div>
          </form>
        )}
        {wanted && !wanted.isVerified && (
          <div className="stack tight" role="status">
            <p>{texts.record(wanted.record.name)}</p>
            <div className="row">
              <code className="code break">{wanted.record.value}</code>
              <CopyButton text={wanted.record.value} what={texts.recordValue} />
            </div>
          </div>
        )}
      </div>
    </Card>
  );
}
