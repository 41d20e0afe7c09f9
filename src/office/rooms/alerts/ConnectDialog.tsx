// Connects a chat at Telegram: it sends a code to the bot, and the page asks until the bot has it.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactElement, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { CheckReply, ConnectReply } from '../../../protocol/office/alerts.ts'
import { Button } from '../../parts/Button.tsx'
import { Dialog, DialogActions } from '../../parts/Dialog.tsx'
import { CopyButton } from '../../parts/Plain.tsx'
import { api } from '../../session/api.ts'
import { Fault } from '../../session/Fault.tsx'
import { useAskFresh } from '../../session/Fresh.tsx'
import { useTellDone } from '../../session/outcome.tsx'
import { useSettleLanguage } from '../../session/save-language.ts'
import { withFresh } from '../../session/use-act.ts'
import styles from './alerts.module.css'

const ASK_EVERY_MS = 2_000

type Connection = Extract<ConnectReply, { readonly code: string }>

function Waiting({ connection, onEnd }: { connection: Connection; onEnd: () => void }): ReactElement {
  const { t } = useTranslation(['officeAlerts', 'office'])
  const queries = useQueryClient()
  const tellDone = useTellDone()
  const { code, bot, link } = connection
  const { data, error } = useQuery({
    queryKey: ['alerts', 'check', code],
    queryFn: () => api.post<CheckReply>('/alerts/own/telegram/check'),
    refetchInterval: ({ state }) => (state.data?.outcome === 'over' ? false : ASK_EVERY_MS),
    gcTime: 0,
  })
  const outcome = data?.outcome
  useEffect(() => {
    if (outcome !== 'connected') return
    void queries.invalidateQueries({ queryKey: ['alerts', 'own'] })
    tellDone('alerts.connect')
    onEnd()
  }, [outcome, queries, onEnd, tellDone])
  const command = `/start ${code}`
  return (
    <div className="stack">
      <p>{t('own.open-text')}</p>
      <DialogActions>
        <Button tone="signal" onClick={() => window.open(link, '_blank', 'noopener,noreferrer')}>
          {t('own.open')}
        </Button>
        <Button onClick={onEnd}>{t('office:cancel')}</Button>
      </DialogActions>
      <p className={styles.hint}>{t('own.group', { bot })}</p>
      <p className={styles.code}>
        <code>{command}</code>
        <CopyButton text={command} label={t('own.copy')} />
      </p>
      <Fault error={error} />
      <p role="status" className={styles.hint}>
        {outcome === 'over' ? t('own.over') : t('own.waits', { bot })}
      </p>
    </div>
  )
}

function Connect({ onEnd }: { onEnd: () => void }): ReactElement {
  const askFresh = useAskFresh()
  const settleLanguage = useSettleLanguage()
  const { data, error } = useQuery({
    queryKey: ['alerts', 'connect'],
    queryFn: async () => {
      await settleLanguage()
      return withFresh(() => api.post<ConnectReply>('/alerts/own/telegram'), askFresh)
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  })
  if (data !== undefined && data.code !== null) return <Waiting connection={data} onEnd={onEnd} />
  return <Fault error={error} />
}

export function ConnectDialog({ open, onClose }: { open: boolean; onClose: () => void }): ReactElement {
  const { t } = useTranslation('officeAlerts')
  return (
    <Dialog open={open} onClose={onClose} title={t('own.telegram')}>
      <Connect onEnd={onClose} />
    </Dialog>
  )
}
