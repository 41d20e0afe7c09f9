// In place of the form for a player who has closed deposits for himself: what holds, until when, and what stays open.
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { Exclusion } from '../../contract/limits.ts'
import { formatDate } from '../../i18n/format.ts'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'

export function Excluded({ exclusion }: { exclusion: Exclusion }): ReactElement {
  const { t } = useTranslation('deposit')
  const { until } = exclusion
  return (
    <section className="deposit-moment">
      <span className="deposit-moment-light">
        <Icon name="shield" size={40} />
      </span>
      <h2>{t('excluded.title')}</h2>
      <p>{until === null ? t('excluded.forever') : t('excluded.until', { date: formatDate(until) })}</p>
      <Button href="/protection">{t('excluded.faq')}</Button>
    </section>
  )
}
