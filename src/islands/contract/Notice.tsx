// What stood between a player and a contract, with what to do next.
import { useStore } from '@nanostores/react'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { $signingBeside, keep, later } from '../../stores/contract.ts'
import { Button } from '../ui/Button.tsx'
import { NoticeBox } from '../ui/NoticeBox.tsx'

/** Nothing when nothing stands in the way. The button that asks again is the main one, where the press that got no answer was. */
export function Notice(): ReactElement | null {
  const { t } = useTranslation('contract')
  const signing = useStore($signingBeside, { ssr: 'initial' })
  if (signing.phase === 'refused') {
    return (
      <NoticeBox title={t('refused.title')} text={signing.message}>
        <Button onClick={keep}>{t('refused.close')}</Button>
      </NoticeBox>
    )
  }
  if (signing.phase !== 'offline') return null
  return (
    <NoticeBox title={t('offline.title')} text={t('offline.text')}>
      <Button disabled={signing.asking} onClick={() => void later()}>
        {t('offline.later')}
      </Button>
    </NoticeBox>
  )
}
