/** The filters above a list. Their values are in the address, by name. */
import { type ReactNode, useState } from 'react';
import { uiTexts } from '../texts/ui.ts';
import { Button } from '../ui/button.tsx';
import './filter-bar.css';
import { maxDay } from './days.ts';
import { type Choices, SelectField, TextField } from './field.tsx';
import { type Filters, useFilters } from './filters.ts';
import { SearchField } from './search-field.tsx';
import { useAhead } from './use-ahead.ts';

interface FilterProps {
  name: string;
  label: string;
}

/** The filters of a list. A narrow screen shows the search, and a button for the others. */
export function FilterBar({ filters, children }: { filters: Filters; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <search className={isOpen ? 'filters open' : 'filters'}>
      {children}
      <span className="filters-button">
        <Button icon="filter" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {uiTexts.filters(filters.count)}
        </Button>
      </span>
      {filters.isFiltered && (
        <Button variant="quiet" onClick={filters.reset}>
          {uiTexts.resetFilters}
        </Button>
      )}
    </search>
  );
}

interface SearchFilterProps extends FilterProps {
  hint?: string;
  proposals?: Choices;
}

export function SearchFilter({ name, label, hint, proposals }: SearchFilterProps) {
  const filters = useFilters();
  return (
    <SearchField
      label={label}
      placeholder={hint ?? ''}
      value={filters.get(name) ?? ''}
      proposals={proposals}
      onSearch={(text) => filters.set({ [name]: text })}
    />
  );
}

interface SelectFilterProps extends FilterProps {
  choices: Choices;
  /** Text of the empty option; by default "Any". */
  none?: string;
}

/** Options by their value in the address; an empty option is always included. A link may name a value without an option. */
export function SelectFilter(props: SelectFilterProps) {
  const { name, label, choices, none = uiTexts.anyValue } = props;
  const filters = useFilters();
  const { shown, enter } = useAhead(filters.get(name) ?? '', (chosen) => filters.set({ [name]: chosen }));
  return (
    <SelectField
      label={label}
      value={shown}
      onChange={({ target }) => enter(target.value)}
      choices={choices}
      stored={[shown, shown]}
    >
      <option value="">{none}</option>
    </SelectField>
  );
}

/** The state of switched resources, in the address as `state`; `isOn` parses it. */
export function OnOffFilter({ label, on, off }: { label: string; on: string; off: string }) {
  const choices = [['on', on] as const, ['off', off] as const];
  return <SelectFilter name="state" label={label} choices={choices} />;
}

export function DayFilter({ name, label }: FilterProps) {
  const filters = useFilters();
  const { shown, enter } = useAhead(filters.get(name) ?? '', (day) => filters.set({ [name]: day }));
  return (
    <TextField
      label={label}
      type="date"
      max={maxDay}
      value={shown}
      onChange={({ target }) => enter(target.value)}
    />
  );
}
