import { auditTexts } from '../texts/audit.ts';
import { Id } from './id.tsx';

const actors: Readonly<Record<string, string>> = auditTexts.actors;

/** Who did something: a person, an API key or a part of the platform. */
export const Actor = ({ type, id }: { type: string; id: string }) => (
  <>
    {actors[type] ?? type} <Id of={id} />
  </>
);
