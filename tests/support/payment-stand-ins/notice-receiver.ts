// Where providers post their notices to in tests: keeps each as our webhook would hand it on.
import type { RawNotice } from '../../../src/server/payments/provider.ts'
import { openStandInServer, type StandInRequest } from './stand-in-server.ts'

export interface NoticeReceiver {
  readonly address: string
  readonly notices: RawNotice[]
  close(): Promise<void>
}

/** A request as a provider's `readNotice` takes it. */
function rawNotice({ headers, body }: StandInRequest): RawNotice {
  return { headers, contentType: headers['content-type'] ?? '', body }
}

export async function openNoticeReceiver(): Promise<NoticeReceiver> {
  const notices: RawNotice[] = []
  const server = await openStandInServer((request) => {
    notices.push(rawNotice(request))
    return { status: 200, body: {} }
  })
  return { address: `${server.address}/webhook`, notices, close: () => server.close() }
}

/** Posts a notice as a provider does. */
export async function postNotice(address: string, headers: Record<string, string>, body: string): Promise<void> {
  const response = await fetch(address, { method: 'POST', headers, body })
  if (!response.ok) throw new Error(`The webhook answered ${response.status}`)
}
