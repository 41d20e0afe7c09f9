// The alerts of the case screen: an opening that was refused or got no answer, and a case that is switched off.
import { useStore } from '@nanostores/react'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { ShopPart } from '../../../game/office/switches.ts'
import type { RefusalCode } from '../../../protocol/common.ts'
import { $opening, dismissUnanswered, keep } from '../../../stores/games/opening.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Alert } from '../../ui/messages/Alert.tsx'
import { GameAlert } from '../parts/GameAlert.tsx'
import styles from './controls.module.css'

/** Refusals after which the page shows an outdated case. */
const OUTDATED: ReadonlySet<RefusalCode | 'fault'> = new Set([
  'price-changed',
  'case-off',
  'case-paused',
  'case-unknown',
])

/** Shows a refusal or a lost connection. The line below the controls, not this alert, says that the balance is too low. */
export function OpeningAlert({ part }: { part?: ShopPart }): ReactElement {
  const { t } = useTranslation('case')
  const opening = useStore($opening, { ssr: 'initial' })
  const isOutdated = opening.phase === 'refused' && OUTDATED.has(opening.code)
  const isDemo = opening.phase === 'offline' && opening.request.demo
  const reload = (
    <Button icon="refresh" onClick={() => location.reload()}>
      {t('refused.reload')}
    </Button>
  )
  return (
    <GameAlert
      texts="case"
      part={part}
      $run={$opening}
      keep={keep}
      dismissUnanswered={dismissUnanswered}
      offlineText={isDemo ? t('offline.demo') : undefined}
      refusalAction={isOutdated ? reload : undefined}
    />
  )
}

/** Replaces the controls of a case that is switched off, or paused while a price is checked. */
export function CaseOffAlert({ isPaused }: { isPaused: boolean }): ReactElement {
  const { t } = useTranslation('case')
  return (
    <section className={styles.controls} aria-label={t('controls')}>
      <Alert
        tone="warn"
        title={t(isPaused ? 'paused.title' : 'off.title')}
        text={t(isPaused ? 'paused.text' : 'off.text')}
      >
        <Button href="/">{t('off.action')}</Button>
      </Alert>
    </section>
  )
}
