import { webhookRequests } from '@redline/contracts';
import { call } from '@redline/service-kit/bus';
import type { z } from 'zod';
import type { CallContext } from './call-context.ts';

type Rows = typeof webhookRequests;
type NewEndpoint = z.input<Rows['create']['request']>['endpoint'];
type Change = z.input<Rows['update']['request']>['change'];
type DeliveryPage = Omit<z.input<Rows['deliveries']['request']>, 'scope' | 'id'>;

/** Adds an endpoint to the scope, unless its URL is refused or the scope has as many as it may. */
export const createEndpoint = ({ bus, scope, requestId }: CallContext, endpoint: NewEndpoint) =>
  call(bus, webhookRequests.create, { scope, endpoint }, { requestId });

/** Returns all endpoints of the scope, oldest first. */
export async function listEndpoints({ bus, scope, requestId }: CallContext) {
  return (await call(bus, webhookRequests.list, { scope }, { requestId })).endpoints;
}

/** Returns an endpoint, without its secret. */
export const getEndpoint = ({ bus, scope, requestId }: CallContext, id: string) =>
  call(bus, webhookRequests.get, { scope, id }, { requestId });

/** Changes the given fields of an endpoint, unless the new URL is refused. */
export const changeEndpoint = ({ bus, scope, requestId }: CallContext, id: string, change: Change) =>
  call(bus, webhookRequests.update, { scope, id, change }, { requestId });

/** Deletes an endpoint with its deliveries. */
export const deleteEndpoint = ({ bus, scope, requestId }: CallContext, id: string) =>
  call(bus, webhookRequests.delete, { scope, id }, { requestId });

/** Makes a new secret of an endpoint; the last one signs beside it for a time. */
export const rotateSecret = ({ bus, scope, requestId }: CallContext, id: string, overlapSeconds: number) =>
  call(bus, webhookRequests.rotate, { scope, id, overlapSeconds }, { requestId });

/** Queues a test event for an endpoint. */
export const sendTestEvent = ({ bus, scope, requestId }: CallContext, id: string) =>
  call(bus, webhookRequests.test, { scope, id }, { requestId });

/** Returns one page of the deliveries of an endpoint, newest first. */
export const listDeliveries = ({ bus, scope, requestId }: CallContext, id: string, page: DeliveryPage) =>
  call(bus, webhookRequests.deliveries, { scope, id, ...page }, { requestId });

/** Queues a delivery once more. */
export const resendDelivery = ({ bus, scope, requestId }: CallContext, id: string, deliveryId: string) =>
  call(bus, webhookRequests.resend, { scope, id, deliveryId }, { requestId });
