import type { IdentityProvider } from '../../../shared/clients/typescript/index.ts';
import { providerTexts } from '../texts/provider.ts';
import { Badge } from '../ui/badge.tsx';
import { CopyButton } from '../ui/copy-button.tsx';

const texts = providerTexts.people;

/** The saved domains with the state of their proof, and the DNS record that the others need. */
export function DomainProofs({ provider }: { provider: IdentityProvider }) {
  const { domains, verifiedDomains, domainRecord } = provider;
  if (domains.length === 0) return null;
  return (
    <div className="stack tight">
      <ul className="plain-list stack tight">
        {domains.map((domain) => {
          const isVerified = verifiedDomains.includes(domain);
          return (
            <li key={domain} className="row">
              <span className="break">{domain}</span>
              <Badge tone={isVerified ? 'good' : 'warn'}>{isVerified ? texts.verified : texts.waiting}</Badge>
            </li>
          );
        })}
      </ul>
      {domains.length > verifiedDomains.length && (
        <>
          <p>{texts.record}</p>
          <div className="row">
            <code className="code break">{domainRecord}</code>
            <CopyButton text={domainRecord} what={texts.recordValue} />
          </div>
        </>
      )}
    </div>
  );
}
