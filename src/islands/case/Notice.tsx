// Everything that can stand between a player and an opening, each with what to do next.
import { useStore } from '@nanostores/react'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { $openingBeside, keep, later, type Opening } from '../../stores/opening.ts'
import { Button } from '../ui/Button.tsx'
import { NoticeBox } from '../ui/NoticeBox.tsx'
import styles from './controls.module.css'

/** Nothing when nothing stands in the way. Too little balance is said in the controls' own line, whose place is kept. */
export function Notice(): ReactElement | null {
  const opening = useStore($openingBeside, { ssr: 'initial' })
  if (opening.phase === 'refused') return <Refused opening={opening} />
  if (opening.phase === 'offline') return <Offline opening={opening} />
  return null
}

function Refused({ opening }: { opening: Extract<Opening, { phase: 'refused' }> }): ReactElement {
  const { t } = useTranslation('case')
  const stale = opening.code === 'price-changed' || opening.code === 'case-off' || opening.code === 'case-unknown'
  return (
    <NoticeBox title={t('refused.title')} text={opening.message}>
      {stale ? (
        <Button icon="refresh" onClick={() => location.reload()}>
          {t('refused.reload')}
        </Button>
      ) : (
        <Button onClick={keep}>{t('refused.close')}</Button>
      )}
    </NoticeBox>
  )
}

/** The button that asks again is the main one, where the press that got no answer was. */
function Offline({ opening }: { opening: Extract<Opening, { phase: 'offline' }> }): ReactElement {
  const { t } = useTranslation('case')
  const { demo } = opening.request
  return (
    <NoticeBox title={t('offline.title')} text={demo ? t('offline.demo') : t('offline.text')}>
      <Button disabled={opening.asking} onClick={() => void later()}>
        {t('offline.later')}
      </Button>
    </NoticeBox>
  )
}

/** Stands in place of the controls of a case that is switched off. */
export function OffNotice(): ReactElement {
  const { t } = useTranslation('case')
  return (
    <section className={styles.controls} aria-label={t('controls')}>
      <NoticeBox tone="warn" title={t('off.title')} text={t('off.text')}>
        <Button href="/">{t('off.action')}</Button>
      </NoticeBox>
    </section>
  )
}
