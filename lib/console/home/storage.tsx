import { orThrow } from '../../../shared/clients/typescript/index.ts';
import { useRead } from '../api/queries.ts';
import { homeTexts } from '../texts/home.ts';
import { Attribute, Attributes } from '../ui/attributes.tsx';
import { Card } from '../ui/card.tsx';
import { Loaded } from '../ui/states.tsx';
import { bytes } from '../ui/times.ts';

const texts = homeTexts.storage;

/** The storage of the tenant and its quota. */
export function StorageUsed() {
  const reading = useRead(['storage'], (api) => orThrow(api.GET('/api/attachments/usage')));
  return (
    <Card title={texts.title}>
      <Loaded of={reading}>
        {(usage) => (
          <div className="stack tight storage">
            <strong>{texts.of(bytes(usage.bytes), bytes(usage.quotaBytes))}</strong>
            <progress max={usage.quotaBytes} value={usage.bytes} aria-label={texts.meter} />
            <Attributes>
              <Attribute name={texts.files}>{usage.files.toLocaleString('en')}</Attribute>
              {usage.partitions.map(({ code, title, bytes: size }) => (
                <Attribute key={code} name={title}>
                  {bytes(size)}
                </Attribute>
              ))}
            </Attributes>
          </div>
        )}
      </Loaded>
    </Card>
  );
}
