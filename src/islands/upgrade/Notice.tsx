// Everything that can stand between a player and an upgrade, each with what to do next.
import { useStore } from '@nanostores/react'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { $upgradeBeside, keep, later } from '../../stores/upgrade.ts'
import { Button } from '../ui/Button.tsx'
import { NoticeBox } from '../ui/NoticeBox.tsx'

/** Nothing when nothing stands in the way. Too little balance is said in the line below the button, whose place is kept. */
export function Notice(): ReactElement | null {
  const { t } = useTranslation('upgrade')
  const upgrading = useStore($upgradeBeside, { ssr: 'initial' })
  if (upgrading.phase === 'refused') {
    return (
      <NoticeBox title={t('refused.title')} text={upgrading.message}>
        <Button onClick={keep}>{t('refused.close')}</Button>
      </NoticeBox>
    )
  }
  if (upgrading.phase !== 'offline') return null
  return (
    <NoticeBox title={t('offline.title')} text={t('offline.text')}>
      <Button disabled={upgrading.asking} onClick={() => void later()}>
        {t('offline.later')}
      </Button>
    </NoticeBox>
  )
}
