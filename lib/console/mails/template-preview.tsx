import { useDeferredValue } from 'react';
import { orThrow } from '../../../shared/clients/typescript/index.ts';
import { useRead } from '../api/queries.ts';
import { mailTexts } from '../texts/mails.ts';
import { Attribute, Attributes } from '../ui/attributes.tsx';
import { Card } from '../ui/card.tsx';
import { CodeBlock } from '../ui/code-block.tsx';
import { Loaded } from '../ui/states.tsx';
import type { TemplateForm } from './template.ts';

const texts = mailTexts.templates;

/** A preview of the mail while its text is edited. Its HTML is shown as text. */
export function TemplatePreview({ of }: { of: TemplateForm }) {
  const { type, subject, body } = useDeferredValue(of);
  const isComplete = type.trim() !== '' && subject.trim() !== '' && body.trim() !== '';
  const reading = useRead(
    ['mails', 'preview', type, subject, body],
    (api) => orThrow(api.POST('/api/email/preview', { body: { type: type.trim(), subject, body } })),
    { enabled: isComplete },
  );
  return (
    <Card title={texts.preview}>
      {isComplete ? (
        <Loaded of={reading}>
          {(mail) => (
            <div className="stack">
              <p className="muted small">{texts.previewIntro}</p>
              <Attributes>
                <Attribute name={texts.subject}>
                  <strong>{mail.subject}</strong>
                </Attribute>
              </Attributes>
              <CodeBlock what={texts.asText} text={mail.text} />
              <details>
                <summary>{texts.asHtml}</summary>
                <CodeBlock what={texts.asHtml} text={mail.html} />
              </details>
            </div>
          )}
        </Loaded>
      ) : (
        <p className="muted">{texts.previewNeeds}</p>
      )}
    </Card>
  );
}
