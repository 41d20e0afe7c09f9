// What became of a message, and why where it was not sent.
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { AlertState } from '../../../game/office/alerts.ts'
import { Chip } from '../../parts/Chip.tsx'

const TONES = { waiting: 'calm', sent: 'good', failed: 'bad' } as const

export function StateOfAlert({ state, problem }: { state: AlertState; problem: string | null }): ReactElement {
  const { t } = useTranslation('officeAlerts')
  return (
    <>
      <Chip tone={state === 'waiting' && problem !== null ? 'warn' : TONES[state]}>{t(`states.${state}`)}</Chip>
      {problem === null ? null : <small>{problem}</small>}
    </>
  )
}
