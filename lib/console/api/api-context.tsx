import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { createPlatformClient, type PlatformClient } from '../../../shared/clients/typescript/index.ts';
import type { Scope } from '../session/address.ts';
import { type Send, sender } from './send.ts';

interface ApiContext {
  api: PlatformClient;
  scope: Scope;
  /** A client for another scope than the selected one. */
  apiIn: (scope: Scope) => PlatformClient;
  /** Sends one request with another transport than `fetch`, in the session. */
  sendBy: (send: Send) => Send;
}

const Context = createContext<ApiContext | undefined>(undefined);

/** Provides children with a client for the scope. */
export function ApiProvider(props: { scope: Scope; onExpired: () => void; children: ReactNode }) {
  const { onExpired, children } = props;
  const { tenantId, organizationId } = props.scope;
  const value = useMemo(() => {
    const scope = { tenantId, organizationId };
    const sendAs = sender(onExpired);
    const fetch: Send = (request) => sendAs(request);
    const apiIn = ({ tenantId, organizationId }: Scope) =>
      createPlatformClient({
        baseUrl: location.origin,
        retries: 0,
        fetch,
        ...(tenantId !== undefined && { tenantId }),
        ...(organizationId !== undefined && { organizationId }),
      });
    return {
      scope,
      api: apiIn(scope),
      apiIn,
      sendBy:
        (send: Send): Send =>
        (request) =>
          sendAs(request, send),
    };
  }, [tenantId, organizationId, onExpired]);
  return <Context value={value}>{children}</Context>;
}

export function useApi(): ApiContext {
  const context = useContext(Context);
  if (context === undefined) throw new Error('useApi is used outside of ApiProvider.');
  return context;
}
