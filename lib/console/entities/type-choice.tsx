/** Asks which records to show: the platform stores records of any type. */
import { type FormEvent, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { TextField } from '../forms/field.tsx';
import { recordTexts } from '../texts/records.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { useKnownTypes } from './known-types.ts';
import { recordsPath } from './paths.ts';

const texts = recordTexts.choose;

export function TypeChoice() {
  const [type, setType] = useState('');
  const known = useKnownTypes();
  const navigate = useNavigate();
  const show = (event: FormEvent) => {
    event.preventDefault();
    if (type.trim() !== '') void navigate(recordsPath(type.trim()));
  };
  return (
    <Card title={texts.title}>
      <form className="stack" onSubmit={show}>
        <div className="type-choice">
          <TextField
            label={texts.type}
            hint={texts.typeHint}
            autoCapitalize="off"
            maxLength={112}
            value={type}
            onChange={({ target }) => setType(target.value)}
          />
          <div>
            <Button variant="primary" type="submit">
              {texts.show}
            </Button>
          </div>
        </div>
        {known.length > 0 && (
          <nav className="row" aria-label={texts.recent}>
            <span className="muted small">{texts.recent}</span>
            {known.map((one) => (
              <Link key={one} to={recordsPath(one)} className="button plain">
                {one}
              </Link>
            ))}
          </nav>
        )}
      </form>
    </Card>
  );
}
