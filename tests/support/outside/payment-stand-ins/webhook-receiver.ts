// The target of providers' webhooks in tests: stores each as our webhook would pass it on.
import type { WebhookRequest } from '../../../../src/server/payments/provider.ts'
import { openStandInServer, type StandInRequest } from './stand-in-server.ts'

export interface WebhookReceiver {
  readonly address: string
  readonly notices: WebhookRequest[]
  close(): Promise<void>
}

/** A request as a provider's `readNotice` receives it. */
function rawNotice({ headers, body }: StandInRequest): WebhookRequest {
  return { headers, contentType: headers['content-type'] ?? '', body }
}

export async function openWebhookReceiver(): Promise<WebhookReceiver> {
  const notices: WebhookRequest[] = []
  const server = await openStandInServer((request) => {
    notices.push(rawNotice(request))
    return { status: 200, body: {} }
  })
  return { address: `${server.address}/webhook`, notices, close: () => server.close() }
}

/** Posts a webhook like a provider. */
export async function postWebhook(address: string, headers: Record<string, string>, body: string): Promise<void> {
  const response = await fetch(address, { method: 'POST', headers, body })
  if (!response.ok) throw new Error(`The webhook answered ${response.status}`)
}
