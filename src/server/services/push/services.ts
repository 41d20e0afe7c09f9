// The services of push messages.
import type { AccountServices } from '../account/services.ts'
import type { ServiceParts } from '../rolls/service-parts.ts'
import { createPushDelivery } from './delivery.ts'
import { createPushSubscriptions } from './subscriptions.ts'

/** Makes the services of push messages. */
export function createPushServices(parts: ServiceParts & Pick<AccountServices, 'protection' | 'sessions'>) {
  const { push } = parts
  return {
    pushSubscriptions: createPushSubscriptions(parts),
    /** Undefined where the site sends no push messages. */
    pushDelivery: push && createPushDelivery({ ...parts, push }),
  }
}
