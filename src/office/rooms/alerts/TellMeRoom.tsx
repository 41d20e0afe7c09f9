// Where a member is told what waits while they are away: their chats and browsers, and what their role is told of.
import { useQuery } from '@tanstack/react-query'
import { type ReactElement, useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OwnAlertsReply } from '../../../protocol/office/alerts.ts'
import { Room } from '../../parts/Room.tsx'
import { ActButton } from '../../session/ActButton.tsx'
import { api } from '../../session/api.ts'
import { Fault } from '../../session/Fault.tsx'
import { useSettleLanguage } from '../../session/save-language.ts'
import { POLL_MS } from '../../session/session.ts'
import { useAct } from '../../session/use-act.ts'
import { browserHindrance, ownEndpoint, subscribeBrowser } from './browser.ts'
import { Channels } from './Channels.tsx'
import { ConnectDialog } from './ConnectDialog.tsx'
import { ToldKinds } from './ToldKinds.tsx'

export const OWN_KEY = ['alerts', 'own'] as const

/** How often the page asks while a message is on its way. */
const SENDING_POLL_MS = 1_500

/** Why this browser cannot be connected; undefined where it can. */
function useBrowserReason(data: OwnAlertsReply | undefined): string | undefined {
  const { t } = useTranslation('officeAlerts')
  const { data: endpoint } = useQuery({ queryKey: ['alerts', 'endpoint'], queryFn: ownEndpoint })
  if (data === undefined || data.pushKey === null) return t('own.browser-off')
  const hindrance = browserHindrance()
  if (hindrance !== null) return t(`own.browser-${hindrance}`)
  const isOwn = endpoint != null && data.channels.some((channel) => channel.endpoint === endpoint)
  return isOwn ? t('own.browser-on') : undefined
}

export function TellMeRoom(): ReactElement {
  const { t } = useTranslation('officeAlerts')
  const { data, error } = useQuery({
    queryKey: OWN_KEY,
    queryFn: () => api.get<OwnAlertsReply>('/alerts/own'),
    refetchInterval: ({ state }) =>
      state.data?.channels.some(({ last }) => last?.state === 'waiting') ? SENDING_POLL_MS : POLL_MS,
  })
  const [isConnecting, setConnecting] = useState(false)
  const close = useCallback(() => setConnecting(false), [])
  const settleLanguage = useSettleLanguage()
  const browserReason = useBrowserReason(data)
  const browser = useAct(
    'alerts.connect',
    async (key: string) => {
      const body = await subscribeBrowser(key)
      await settleLanguage()
      if (body !== null) await api.post('/alerts/own/browsers', body)
    },
    [OWN_KEY, ['alerts', 'endpoint']],
  )
  return (
    <Room
      title={t('own.title')}
      acts={
        <>
          <ActButton
            verb="alerts.connect"
            tone="signal"
            icon="plus"
            disabledReason={data?.telegram === false ? t('own.telegram-off') : undefined}
            onClick={() => setConnecting(true)}
          >
            {t('own.telegram')}
          </ActButton>
          <ActButton
            verb="alerts.connect"
            icon="plus"
            busy={browser.isPending}
            disabledReason={browserReason}
            onClick={() => browser.mutate(data?.pushKey ?? '')}
          >
            {t('own.browser')}
          </ActButton>
        </>
      }
    >
      <div className="stack">
        <p className="lead">{t('own.lead')}</p>
        <Fault error={error ?? browser.error} />
        {data === undefined ? null : (
          <>
            <Channels channels={data.channels} />
            <ToldKinds {...data} />
          </>
        )}
      </div>
      <ConnectDialog open={isConnecting} onClose={close} />
    </Room>
  )
}
