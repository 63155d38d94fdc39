/** What a customer has saved at a provider for later payments. */
import { type ReactNode, useState } from 'react';
import { orThrow, type PaymentMethod } from '../../../shared/clients/typescript/index.ts';
import { useRead, useWrite } from '../api/queries.ts';
import { FilterBar, SearchFilter, SelectFilter } from '../forms/filter-bar.tsx';
import { useFilters } from '../forms/filters.ts';
import { inWords } from '../names/titles.ts';
import { useMay } from '../session/session.ts';
import { paymentTexts } from '../texts/payments.ts';
import { uiTexts } from '../texts/ui.ts';
import { Badge } from '../ui/badge.tsx';
import { Button, CreateButton } from '../ui/button.tsx';
import { DeleteDialog } from '../ui/delete-dialog.tsx';
import { ProblemNotice } from '../ui/notice.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { EmptyCard, Loaded } from '../ui/states.tsx';
import { type Column, DataTable } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import { useToast } from '../ui/toasts.tsx';
import type { Customer } from './customer.ts';
import { MethodSetupDialog } from './method-setup-dialog.tsx';

const texts = paymentTexts.methods;

const nameOf = ({ type, brand, last4 }: PaymentMethod): string =>
  [inWords(brand ?? type), last4 && `•••• ${last4}`].filter(Boolean).join(' ');

const expiryOf = ({ expiryMonth, expiryYear }: PaymentMethod): string =>
  expiryMonth === null || expiryYear === null ? '–' : `${String(expiryMonth).padStart(2, '0')}/${expiryYear}`;

interface Offered {
  onDefault: (method: PaymentMethod) => void;
  onDelete: (method: PaymentMethod) => void;
}

const columns: readonly Column<PaymentMethod>[] = [
  {
    title: texts.columns.method,
    cell: (method) => (
      <span className="row">
        <span className="break">{nameOf(method)}</span>
        {method.isDefault && <Badge tone="good">{texts.isDefault}</Badge>}
      </span>
    ),
  },
  { title: texts.columns.expires, cell: expiryOf },
  { title: texts.columns.saved, cell: ({ createdAt }) => <Time value={createdAt} /> },
];

const actionsColumn = ({ onDefault, onDelete }: Offered): Column<PaymentMethod> => ({
  title: texts.columns.actions,
  kind: 'actions',
  cell: (method) => (
    <span className="row">
      {!method.isDefault && (
        <Button aria-label={texts.makeDefaultOf(nameOf(method))} onClick={() => onDefault(method)}>
          {texts.makeDefault}
        </Button>
      )}
      <Button variant="danger" aria-label={uiTexts.removeOf(nameOf(method))} onClick={() => onDelete(method)}>
        {uiTexts.remove}
      </Button>
    </span>
  ),
});

function Methods({ customer, setup }: { customer: Customer; setup: ReactNode }) {
  const mayManage = useMay()('payment_gateways.manage');
  const toast = useToast();
  const [deleted, setDeleted] = useState<PaymentMethod>();
  const reading = useRead(['paymentMethods', customer], (api) =>
    orThrow(api.GET('/api/payment_gateways/payment_methods', { params: { query: customer } })),
  );
  const changing = useWrite(
    (api, id: string) =>
      orThrow(
        api.PUT('/api/payment_gateways/payment_methods/{id}', {
          params: { path: { id } },
          body: { ...customer, isDefault: true },
        }),
      ),
    ['paymentMethods'],
  );
  const onDefault = ({ id }: PaymentMethod) => changing.mutate(id, { onSuccess: () => toast(texts.changed) });
  return (
    <>
      {changing.error && <ProblemNotice error={changing.error} />}
      <Loaded of={reading}>
        {({ items }) =>
          items.length > 0 ? (
            <DataTable
              caption={texts.title}
              columns={mayManage ? [...columns, actionsColumn({ onDefault, onDelete: setDeleted })] : columns}
              rows={items}
              keyOf={({ id }) => id}
            />
          ) : (
            <EmptyCard icon="card" {...texts.empty} action={setup} />
          )
        }
      </Loaded>
      {deleted && (
        <DeleteDialog
          name={nameOf(deleted)}
          texts={texts.remove}
          remove={(api) =>
            orThrow(
              api.DELETE('/api/payment_gateways/payment_methods/{id}', {
                params: { path: { id: deleted.id }, query: customer },
              }),
            )
          }
          refreshes={['paymentMethods']}
          onClose={() => setDeleted(undefined)}
        />
      )}
    </>
  );
}

export function MethodsPage() {
  const mayManage = useMay()('payment_gateways.manage');
  const filters = useFilters();
  const [isSettingUp, setSettingUp] = useState(false);
  const providers = useRead(['paymentProviders'], (api) =>
    orThrow(api.GET('/api/payment_gateways/providers')),
  );
  const [providerKey, customerReference] = [filters.get('provider'), filters.get('customer')];
  const customer = providerKey && customerReference ? { providerKey, customerReference } : undefined;
  const setup = customer && mayManage && (
    <CreateButton onClick={() => setSettingUp(true)}>{texts.setup}</CreateButton>
  );
  return (
    <>
      <PageHeader
        title={texts.title}
        intro={texts.intro}
        parent={{ to: '/payments', title: paymentTexts.list.title }}
        actions={setup}
      />
      <FilterBar filters={filters}>
        <SelectFilter
          name="provider"
          label={texts.provider}
          none={texts.noProvider}
          choices={providers.data?.items.map(({ providerKey, title }) => [providerKey, title]) ?? []}
        />
        <SearchFilter name="customer" label={texts.customer} hint={texts.customerHint} />
      </FilterBar>
      {providers.error && <ProblemNotice error={providers.error} onRetry={providers.refetch} />}
      {customer ? <Methods customer={customer} setup={setup} /> : <EmptyCard icon="card" {...texts.start} />}
      {isSettingUp && customer && (
        <MethodSetupDialog customer={customer} onClose={() => setSettingUp(false)} />
      )}
    </>
  );
}
