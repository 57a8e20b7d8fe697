import { currentTraceparent, isTracing, spanned } from '../tracing/span.ts';
import type { MessageContext } from './types.ts';

/**
 * Handles a message inside a span whose parent is in the message's headers.
 * @param handle gets the context with this span in its `traceparent`, for messages that it sends
 */
export function insideSpan<C extends MessageContext, T>(
  name: string,
  kind: 'server' | 'consumer',
  context: C,
  handle: (context: C) => Promise<T>,
): Promise<T> {
  if (!isTracing()) return handle(context);
  const { subject, requestId, traceparent: parent } = context;
  const attributes = {
    'messaging.system': 'nats',
    'messaging.destination.name': subject,
    'redline.request_id': requestId,
  };
  return spanned(name, { kind, attributes, parent }, () =>
    handle(Object.assign(context, { traceparent: currentTraceparent() })),
  );
}
