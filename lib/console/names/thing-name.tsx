/** Things and persons by their names. */
import { useContext } from 'react';
import { Link } from 'react-router';
import { baseOf } from '../session/address.ts';
import { allOrganizations } from '../session/organizations.ts';
import { useMeets, useSession } from '../session/session.ts';
import { nameTexts as texts } from '../texts/names.ts';
import { Id } from './id.tsx';
import { PageOfThing } from './thing-pages.ts';
import { type NamedThing, type Thing, useName } from './use-name.ts';

/** A link to the page of a thing, which may belong to another organization than the selected one. */
function ThingLink({ to, of: { name, organizationId } }: { to: string; of: NamedThing }) {
  const { scope } = useSession();
  const isElsewhere =
    organizationId !== null &&
    organizationId !== undefined &&
    scope.organizationId !== allOrganizations &&
    scope.organizationId !== organizationId;
  if (!isElsewhere)
    return (
      <Link to={to} className="break">
        {name}
      </Link>
    );
  return (
    <a href={`${baseOf({ ...scope, organizationId })}${to}`} className="break">
      {name}
    </a>
  );
}

interface ThingProps extends Thing {
  /** Its name, where the page knows it. */
  name?: string | null | undefined;
}

/** A thing by its name, with a link to its page; its id as long as it has no name. */
export function ThingName({ kind, id, organizationId, name }: ThingProps) {
  const meets = useMeets();
  const isKnown = name !== undefined && name !== null;
  const pageOf = useContext(PageOfThing);
  const read = useName({ kind, id, organizationId }, !isKnown);
  const named = isKnown ? { name } : read;
  if (named === undefined) return <code className="clipped">{id}</code>;
  if (named === null) return <Id of={id} />;
  const page = pageOf(kind, id);
  if (page === undefined || !page.needs.every(meets)) return <span className="break">{named.name}</span>;
  return <ThingLink to={page.path} of={named} />;
}

const actors: Readonly<Record<string, string>> = texts.actors;
const isNamed = (type: string): boolean => type === 'user' || type === 'api_key';

interface ActorProps {
  type: string;
  id: string;
  name?: string | null | undefined;
}

/** Who did something: a person or an API key by name, or a part of the platform. */
export function Actor({ type, id, name }: ActorProps) {
  if (isNamed(type)) return <ThingName kind={type} id={id} name={name} />;
  return <span className="break">{texts.part(actors[type] ?? type, id)}</span>;
}

/** The same from a text such as `user:<id>`. */
export function Subject({ of, name }: { of: string; name?: string | null }) {
  const at = of.indexOf(':');
  if (at < 0) return <span className="break">{of}</span>;
  return <Actor type={of.slice(0, at)} id={of.slice(at + 1)} name={name} />;
}
