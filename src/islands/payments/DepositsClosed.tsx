// Replaces the form for a player who has excluded themselves from deposits: until when, and what stays available.
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../game/base/language.ts'
import { formatDate } from '../../i18n/format.ts'
import type { Exclusion } from '../../protocol/limits.ts'
import { Button } from '../ui/controls/Button.tsx'
import { Icon } from '../ui/Icon.tsx'

export function DepositsClosed({ exclusion }: { exclusion: Exclusion }): ReactElement {
  const { t, i18n } = useTranslation('deposit')
  const { until, words = null } = exclusion
  const [dated, forever] = words === null ? (['until', 'forever'] as const) : (['byShop', 'byShopForever'] as const)
  return (
    <section className="deposit-moment">
      <span className="deposit-moment-light">
        <Icon name="shield" size={40} />
      </span>
      <h2>{t('excluded.title')}</h2>
      <p>{until === null ? t(`excluded.${forever}`) : t(`excluded.${dated}`, { date: formatDate(until) })}</p>
      {words === null ? null : <p>{words[i18n.language as Language]}</p>}
      <Button href="/protection">{t('excluded.faq')}</Button>
    </section>
  )
}
